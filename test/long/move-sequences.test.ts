import { test } from 'vitest';
import { playMoves } from '../platform/blobs/relocation/move-sequences.ts';

test(
  'whatever moves, turns, stops and starts in whatever order, everything stored is in one place',
  () => playMoves(200),
  1_800_000,
);
