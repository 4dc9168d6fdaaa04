import { hash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../support/random-bytes.ts';
import { fillDisk, smallDisk } from '../../support/small-disk.ts';
import { filesOf, inChunks, openStore, storeBytes } from './support/temporary-store.ts';

const mib = 1024 * 1024;
const { path: disk, missing: unmountable } = smallDisk(8);

const insufficientStorage = { code: 'insufficient_storage' };

test.skipIf(unmountable).each([
  ['announced', 20 * mib],
  ['unannounced', undefined],
])('refuses a content of %s size that does not fit, without losing anything', async (_, sizeHint) => {
  const dataDir = join(disk, String(sizeHint));
  const store = await openStore({ dataDir });
  const first = await storeBytes(store, randomBytes(2 * mib));
  const source = inChunks(randomBytes(20 * mib), 64 * 1024);
  await expect(store.write(source, { maxBytes: 30 * mib, sizeHint })).rejects.toMatchObject(
    insufficientStorage,
  );
  expect(await filesOf(dataDir)).toHaveLength(1);
  expect(await store.verify(first.sha256)).toMatchObject({ ok: true });
  await storeBytes(store, randomBytes(100_000));
  await rm(dataDir, { recursive: true });
});

test.skipIf(unmountable)('detects that other programs fill the disk during an upload', async () => {
  const dataDir = join(disk, 'filled');
  const store = await openStore({ dataDir });
  const source = new PassThrough();
  const writing = store.write(source, { maxBytes: 30 * mib });
  source.write(randomBytes(400_000));
  await store.write(inChunks(randomBytes(1000), 1000), { maxBytes: 1000 }).then((staged) => staged.discard());
  const free = fillDisk(disk);

  source.end(randomBytes(2 * mib));
  await expect(writing).rejects.toMatchObject(insufficientStorage);
  const small = store.write(inChunks(randomBytes(100_000), 1000), { maxBytes: 100_000 });
  await expect(small).rejects.toMatchObject(insufficientStorage);
  expect(await filesOf(dataDir)).toEqual([]);
  free();
  await rm(dataDir, { recursive: true });
});

test.skipIf(unmountable)(
  'does not reserve the same space twice for concurrent uploads, and releases it',
  async () => {
    const dataDir = join(disk, 'shared');
    const store = await openStore({ dataDir, freeSpaceFloor: () => mib });
    const begin = () => {
      const source = new PassThrough();
      source.end(randomBytes(4 * mib));
      return store.write(source, { maxBytes: 30 * mib, sizeHint: 4 * mib });
    };
    const settled = await Promise.allSettled([begin(), begin()]);
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: insufficientStorage,
    });
    for (const one of settled) if (one.status === 'fulfilled') await one.value.discard();
    await storeBytes(store, randomBytes(4 * mib));
    await rm(dataDir, { recursive: true });
  },
);

// One per cent of the disk exceeds the 4 MiB of blocks that may be unwritten at the time of a check.
describe('on a larger disk', () => {
  const { path: largerDisk, missing: noLargerDisk } = smallDisk(640);

  test.skipIf(noLargerDisk)('reserves the last free space for the owner', async () => {
    const store = await openStore({ dataDir: join(largerDisk, 'owner'), freeSpaceFloor: () => mib });
    const write = async (bytes: number, isForGuest: boolean) => {
      const staged = await store.write(inChunks(randomBytes(bytes), 64 * 1024), {
        maxBytes: bytes,
        isForGuest,
      });
      await staged.commit();
    };
    await writeFile(join(largerDisk, 'filler'), Buffer.alloc(600 * mib));
    let size = 16 * mib;
    while (size > 64 * 1024) {
      const isRefused = await write(size, true).then(
        () => false,
        () => true,
      );
      if (isRefused) size /= 2;
    }
    await expect(write(mib, true)).rejects.toMatchObject(insufficientStorage);
    await write(mib, false);
  });
});

test.skipIf(unmountable)('reserves no space for an announced size alone', async () => {
  const dataDir = join(disk, 'announced');
  const store = await openStore({ dataDir, freeSpaceFloor: () => mib });
  const writing = [1, 2, 3].map(() => {
    const source = new PassThrough();
    source.write(randomBytes(10));
    return { source, stored: store.write(source, { maxBytes: 30 * mib, sizeHint: 5 * mib }) };
  });
  const { size } = await storeBytes(store, randomBytes(3 * mib));
  expect(size).toBe(3 * mib);
  for (const { source } of writing) source.end();
  for (const { stored } of writing) await (await stored).discard();
  await rm(dataDir, { recursive: true });
});

test.skipIf(unmountable).each([
  ['announced', 20 * mib],
  ['unannounced', undefined],
])('removes a part of %s size that does not fit, and keeps the earlier parts', async (_, sizeHint) => {
  const dataDir = join(disk, `part ${sizeHint}`);
  const store = await openStore({ dataDir });
  const bytes = randomBytes(2 * mib);
  const append = (part: Buffer, start: number, hint?: number) =>
    store.partials.append('a', inChunks(part, 64 * 1024), { start, maxBytes: 30 * mib, sizeHint: hint });
  await append(bytes.subarray(0, mib), 0);
  await expect(append(randomBytes(20 * mib), mib, sizeHint)).rejects.toMatchObject(insufficientStorage);
  expect(await store.partials.list()).toEqual(new Map([['a', mib]]));
  await append(bytes.subarray(mib), mib);
  const staged = await store.partials.stage('a', 2 * mib);
  await staged.commit();
  expect(staged.sha256.equals(hash('sha256', bytes, 'buffer'))).toBe(true);
  expect(await store.verify(staged.sha256)).toMatchObject({ ok: true });
  await rm(dataDir, { recursive: true });
});

test.skipIf(unmountable)('removes a part when other programs fill the disk during its upload', async () => {
  const dataDir = join(disk, 'part filled');
  const store = await openStore({ dataDir });
  const append = (part: Readable, start: number) =>
    store.partials.append('a', part, { start, maxBytes: 30 * mib });
  await append(inChunks(randomBytes(mib), 64 * 1024), 0);
  const source = new PassThrough();
  const writing = append(source, mib);
  source.write(randomBytes(400_000));
  const free = fillDisk(disk);

  source.end(randomBytes(2 * mib));
  await expect(writing).rejects.toMatchObject(insufficientStorage);
  free();
  expect(await store.partials.list()).toEqual(new Map([['a', mib]]));
  expect(await append(inChunks(randomBytes(mib), 64 * 1024), mib)).toEqual({ size: 2 * mib });
  await rm(dataDir, { recursive: true });
});
