import { test } from 'vitest';
import { playMoves } from './move-sequences.ts';

test(
  'whatever moves, turns, stops and starts in whatever order, everything stored is in one place',
  { timeout: 240_000, retry: 0 },
  () => playMoves(6),
);
