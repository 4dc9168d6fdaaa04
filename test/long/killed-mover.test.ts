import { test } from 'vitest';
import { killMoves } from '../platform/blobs/relocation/killed-moves.ts';
import { disks } from '../platform/blobs/relocation/move-folders.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test.each(disks)(
  'loses nothing when 200 processes are killed while they move a store to %s and back',
  {
    timeout: 1_800_000,
  },
  (disk) => killMoves(disk, 200, seed),
);
