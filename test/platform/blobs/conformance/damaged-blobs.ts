import { expect, test } from 'vitest';
import { Collector } from '../support/temporary-store.ts';
import { type BlobEngine, block, openEmpty, readAll, storeBytes, storeRandom } from './engine.ts';

/** Damaged bytes reach nobody and are found by `verify`; storing the blob again repairs it. */
export function damagedBlobs(engine: BlobEngine): void {
  test.each([
    ['small', 1000, 999],
    ['of one block', 300_000, 150_000],
    ['large', 4 * block, 10],
  ])('does not send a %s content with a flipped bit', async (_, size, position) => {
    const { store, flipBit } = await openEmpty(engine);
    const { stored } = await storeRandom(store, size);
    await flipBit(stored.sha256, position);
    const out = new Collector();
    await expect(store.sendTo(out, stored)).rejects.toMatchObject({ code: 'content_damaged' });
    expect(out.bytes).toHaveLength(0);
    expect(out.destroyed).toBe(false);
    expect(await store.verify(stored.sha256)).toMatchObject({ ok: false, actual: expect.any(Buffer) });
  });

  test('stops before a damaged block in the middle of a content', async () => {
    const { store, flipBit } = await openEmpty(engine);
    const { bytes, stored } = await storeRandom(store, 4 * block);
    await flipBit(stored.sha256, 2 * block + 5);
    const out = new Collector();
    await expect(store.sendTo(out, stored)).rejects.toMatchObject({ code: 'content_damaged' });
    expect(out.destroyed).toBe(true);
    expect(out.bytes.equals(bytes.subarray(0, out.bytes.length))).toBe(true);
    expect(out.bytes.length).toBeLessThanOrEqual(2 * block);
  });

  test('refuses a range only when its own block is damaged', async () => {
    const { store, flipBit } = await openEmpty(engine);
    const { bytes, stored } = await storeRandom(store, 4 * block);
    await flipBit(stored.sha256, 2 * block + 5);
    const damaged = { code: 'content_damaged' };
    const sameBlock = { start: 2 * block + 100, end: 2 * block + 200 };
    await expect(store.sendTo(new Collector(), stored, sameBlock)).rejects.toMatchObject(damaged);
    const reader = await store.reader(stored, 'verified');
    await expect(reader.read(sameBlock.start, 100)).rejects.toMatchObject(damaged);
    expect((await reader.read(0, 100)).equals(bytes.subarray(0, 100))).toBe(true);
    await reader.close();
    const out = new Collector();
    await store.sendTo(out, stored, { start: 3 * block, end: 4 * block - 1 });
    expect(out.bytes.equals(bytes.subarray(3 * block))).toBe(true);
  });

  test.each([1000, 3 * block])('detects a truncated blob of %i bytes as damaged', async (size) => {
    const { store, truncate } = await openEmpty(engine);
    const { stored } = await storeRandom(store, size);
    await truncate(stored.sha256, size / 2);
    await expect(readAll(store, stored)).rejects.toMatchObject({ code: 'content_damaged' });
  });

  test.each([1000, 3 * block])('reports a blob of %i bytes as not found when it is lost', async (size) => {
    const { store, lose } = await openEmpty(engine);
    const { stored } = await storeRandom(store, size);
    await lose(stored.sha256);
    await expect(readAll(store, stored)).rejects.toMatchObject({ code: 'content_not_found' });
    expect(await store.verify(stored.sha256)).toEqual({ ok: false, actual: undefined });
    expect(await store.has(stored.sha256)).toBe(false);
  });

  test('repairs damaged content when it is stored again', async () => {
    const { store, flipBit } = await openEmpty(engine);
    const { bytes, stored } = await storeRandom(store, 2 * block);
    await flipBit(stored.sha256, 0);
    await storeBytes(store, bytes);
    expect((await readAll(store, stored)).equals(bytes)).toBe(true);
  });

  test.each([300, 2_000_000])('takes a damaged blob of %i bytes away from readers', async (size) => {
    const { store, flipBit } = await openEmpty(engine);
    const { bytes, stored } = await storeRandom(store, size);
    // Reads it often enough for the memory cache.
    for (let times = 0; times < 3; times += 1) await readAll(store, stored);
    await flipBit(stored.sha256, size - 1);
    expect(await store.quarantine.add(stored.sha256)).toBe(true);
    expect(await store.has(stored.sha256)).toBe(false);
    await expect(readAll(store, stored)).rejects.toMatchObject({ code: 'content_not_found' });
    await storeBytes(store, bytes);
    expect((await readAll(store, stored)).equals(bytes)).toBe(true);
    await store.quarantine.forget(stored.sha256);
    expect(await store.quarantine.list()).toEqual([]);
    expect(await store.has(stored.sha256)).toBe(true);
  });

  test('does not take a blob away that is intact or missing', async () => {
    const { store } = await openEmpty(engine);
    const { stored } = await storeRandom(store, 1000);
    expect(await store.quarantine.add(stored.sha256)).toBe(false);
    expect(await store.verify(stored.sha256)).toMatchObject({ ok: true });
    expect(await store.quarantine.add(Buffer.alloc(32, 7))).toBe(false);
    expect(await store.quarantine.list()).toEqual([]);
  });
}
