import { test } from 'vitest';
import { playMoves } from './move-sequences.ts';

test(
  'keeps all files in one folder after any sequence of relocations, reversals, stops and starts',
  { retry: 0 },
  () => playMoves(6),
);
