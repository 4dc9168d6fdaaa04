import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DiskSpace } from '../../../src/platform/blobs/store/disk-space.ts';
import { smallDisk } from '../../support/small-disk.ts';

const disk = smallDisk(8);
const MiB = 1024 * 1024;

it.skipIf(disk.missing)('frees space again while a claim is larger than what was freed', async () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => join(disk.path, name));
  for (const file of files) writeFileSync(file, Buffer.alloc(MiB));
  const space = new DiskSpace(
    () => disk.path,
    () => 2 * MiB,
  );
  // Frees less than was asked for, as it seems while other bytes arrive on the disk.
  const freeDisk = async () => {
    const file = files.shift();
    if (file === undefined) return 0;
    rmSync(file);
    return MiB;
  };
  space.reclaimFrom({ freeable: files.length * MiB, freeDisk });
  await space.claim(4.5 * MiB);
  expect(files).toHaveLength(1);
  await expect(space.claim(2 * MiB)).rejects.toMatchObject({ code: 'insufficient_storage' });
  expect(files).toHaveLength(0);
});
