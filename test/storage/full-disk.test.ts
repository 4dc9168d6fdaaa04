import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openContent } from '../content/open-content.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { smallDisk } from '../support/small-disk.ts';
import { receive, uploadAs } from './copies.ts';

const disk = smallDisk(24);
const MiB = 1024 * 1024;

it.skipIf(disk.missing)(
  'evicts copies for uploads, for newer copies, and when other programs fill the disk',
  async () => {
    const dataDir = mkdtempSync(join(disk.path, 'node-'));
    const node = await openContent({ dataDir, freeSpaceFloor: () => 4 * MiB, maxUploadBytes: 16 * MiB });
    const isHere = (hash: Buffer) => node.copies.has(hash);
    const others = join(disk.path, 'of-others');
    const keepFree = async (bytes: number) => {
      const { free } = await node.catalogue.disk();
      writeFileSync(others, Buffer.alloc(free - bytes), { flag: 'a' });
      // The node measures the disk again after a second.
      await setTimeout(1100);
    };
    const pinned = await receive(node, randomBytes(MiB));
    await node.copies.pin(pinned, true);
    const copies: Buffer[] = [];
    for (let n = 0; n < 6; n += 1) copies.push(await receive(node, randomBytes(MiB)));
    expect(copies.every(isHere)).toBe(true);

    // The floor and 4 MiB, which the database may fill up by another copy.
    await keepFree(8 * MiB);
    const own = await uploadAs(node, 'owner', randomBytes(6 * MiB));
    expect(copies.map(isHere)).toEqual([false, false, expect.any(Boolean), true, true, true]);
    const newest = await receive(node, randomBytes(3 * MiB));
    expect(copies.map(isHere).slice(0, 5)).toEqual([false, false, false, false, false]);
    await expect(uploadAs(node, 'owner', randomBytes(10 * MiB))).rejects.toMatchObject({
      code: 'insufficient_storage',
    });
    // Nothing was evicted that would not have been enough.
    expect(isHere(newest)).toBe(true);

    const other = await receive(node, randomBytes(1000));
    await keepFree(2 * MiB);
    await node.eviction.keepFloor();
    expect([own, pinned, newest, other].map(isHere)).toEqual([true, true, false, true]);
    rmSync(others);
  },
);
