import { test } from 'vitest';
import { playMoves } from '../platform/blobs/relocation/move-sequences.ts';

test(
  'keeps all files in one folder after any sequence of relocations, reversals, stops and starts',
  () => playMoves(200),
  1_800_000,
);
