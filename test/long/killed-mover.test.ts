import { test } from 'vitest';
import { killMoves } from '../platform/blobs/relocation/killed-moves.ts';
import { disks } from '../platform/blobs/relocation/move-folders.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

test.each(disks)(
  '200 processes killed while they move a store to %s and back lose nothing',
  {
    timeout: 1_800_000,
  },
  (disk) => killMoves(disk, 200, seed),
);
