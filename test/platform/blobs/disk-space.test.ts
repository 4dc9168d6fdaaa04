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

it.skipIf(disk.missing)('counts what is written while the disk is measured', async () => {
  const written = join(disk.path, 'written');
  const space = new DiskSpace(
    () => disk.path,
    () => 0,
  );
  await space.claim(4 * MiB);
  space.discardMeasurement();
  space.sent(4 * MiB);
  const claiming = space.claim(MiB);
  space.written(4 * MiB);
  await claiming;
  writeFileSync(written, Buffer.alloc(4 * MiB));
  await expect(space.claim(4 * MiB)).rejects.toMatchObject({ code: 'insufficient_storage' });
  rmSync(written);
});

it.skipIf(disk.missing)('frees no space for bytes that it may count twice', async () => {
  const writing = join(disk.path, 'writing');
  const space = new DiskSpace(
    () => disk.path,
    () => 0,
  );
  const asked: number[] = [];
  const freeDisk = async (bytes: number) => {
    asked.push(bytes);
    return 0;
  };
  space.reclaimFrom({ freeable: MiB, freeDisk });
  await space.claim(4 * MiB);
  space.sent(2 * MiB);
  writeFileSync(writing, Buffer.alloc(2 * MiB));
  space.discardMeasurement();
  const claiming = space.claim(3 * MiB);
  await new Promise((resolve) => setTimeout(resolve, 50));
  space.written(2 * MiB);
  await claiming;
  expect(asked).toEqual([]);
  rmSync(writing);
});
