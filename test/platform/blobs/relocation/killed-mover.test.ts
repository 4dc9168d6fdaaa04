import { test } from 'vitest';
import { killMoves } from './killed-moves.ts';
import { disks } from './move-folders.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test.each(disks)(
  'loses nothing when processes are killed while they move a store to %s and back',
  {
    retry: 0,
  },
  (disk) => killMoves(disk, 1, seed),
);
