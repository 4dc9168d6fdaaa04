import { randomBytes } from 'node:crypto';
import { open, rm, truncate } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Collector, pathOf, storeBytes, temporaryStore } from './support/temporary-store.ts';

const block = 512 * 1024;

async function flipByte(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, position);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await file.write(byte, 0, 1, position);
  await file.close();
}

test.each([
  ['small', 1000, 999],
  ['of one block', 300_000, 150_000],
  ['large', 4 * block, 10],
])('does not send a %s content with a flipped bit', async (_, size, position) => {
  const { store, dataDir } = await temporaryStore();
  const stored = await storeBytes(store, randomBytes(size));
  await flipByte(pathOf(dataDir, stored.sha256), position);
  const out = new Collector();
  await expect(store.sendTo(out, stored)).rejects.toMatchObject({ code: 'content_damaged' });
  expect(out.bytes).toHaveLength(0);
  expect(out.destroyed).toBe(false);
  expect(await store.verify(stored.sha256)).toMatchObject({ ok: false, actual: expect.any(Buffer) });
});

test('stops before a damaged block in the middle of a content', async () => {
  const { store, dataDir } = await temporaryStore();
  const bytes = randomBytes(4 * block);
  const stored = await storeBytes(store, bytes);
  await flipByte(pathOf(dataDir, stored.sha256), 2 * block + 5);
  const out = new Collector();
  await expect(store.sendTo(out, stored)).rejects.toMatchObject({ code: 'content_damaged' });
  expect(out.destroyed).toBe(true);
  expect(out.bytes.equals(bytes.subarray(0, out.bytes.length))).toBe(true);
  expect(out.bytes.length).toBeLessThanOrEqual(2 * block);
});

test('refuses a range only when its own block is damaged', async () => {
  const { store, dataDir } = await temporaryStore();
  const bytes = randomBytes(4 * block);
  const stored = await storeBytes(store, bytes);
  await flipByte(pathOf(dataDir, stored.sha256), 2 * block + 5);
  const sameBlock = store.sendTo(new Collector(), stored, { start: 2 * block + 100, end: 2 * block + 200 });
  await expect(sameBlock).rejects.toMatchObject({ code: 'content_damaged' });
  const out = new Collector();
  await store.sendTo(out, stored, { start: 3 * block, end: 4 * block - 1 });
  expect(out.bytes.equals(bytes.subarray(3 * block))).toBe(true);
});

test.each([1000, 3 * block])('detects a truncated file of %i bytes as damaged', async (size) => {
  const { store, dataDir } = await temporaryStore();
  const stored = await storeBytes(store, randomBytes(size));
  await truncate(pathOf(dataDir, stored.sha256), size / 2);
  await expect(store.sendTo(new Collector(), stored)).rejects.toMatchObject({ code: 'content_damaged' });
});

test.each([1000, 3 * block])(
  'reports a content of %i bytes as not found when its file is missing',
  async (size) => {
    const { store, dataDir } = await temporaryStore();
    const stored = await storeBytes(store, randomBytes(size));
    await rm(pathOf(dataDir, stored.sha256));
    await expect(store.sendTo(new Collector(), stored)).rejects.toMatchObject({ code: 'content_not_found' });
  },
);

test('repairs damaged content when it is stored again', async () => {
  const { store, dataDir } = await temporaryStore();
  const bytes = randomBytes(2 * block);
  const stored = await storeBytes(store, bytes);
  await flipByte(pathOf(dataDir, stored.sha256), 0);
  await storeBytes(store, bytes);
  const out = new Collector();
  await store.sendTo(out, stored);
  expect(out.bytes.equals(bytes)).toBe(true);
});
