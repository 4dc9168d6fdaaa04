import { open, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { randomBytes } from '../../support/random-bytes.ts';
import { disks, folderOn } from './relocation/move-folders.ts';
import { inChunks, openStore, pathOf, storeBytes, temporaryStore } from './support/temporary-store.ts';

const fast = { bytesPerSecond: 1e9 };

test.each(disks)('verifies files of all sizes on %s, with and without the page cache', async (disk) => {
  const store = await openStore({ dataDir: await folderOn(disk) });
  for (const size of [0, 1, 511, 512, 4096, 524_287, 524_288, 524_289, 1_500_000]) {
    const { sha256 } = await storeBytes(store, randomBytes(size));
    expect(await store.verify(sha256, fast), `${size} bytes`).toEqual({ ok: true, actual: sha256 });
  }
});

test('keeps to a rate far below one block per second, for files of any size', async () => {
  const { store } = await temporaryStore();
  const { sha256 } = await storeBytes(store, randomBytes(60_000));
  const started = performance.now();
  expect(await store.verify(sha256, { bytesPerSecond: 100_000 })).toMatchObject({ ok: true });
  expect(performance.now() - started).toBeGreaterThan(550);
});

test('reports damaged and missing files', async () => {
  const { store, dataDir } = await temporaryStore();
  const { sha256 } = await storeBytes(store, randomBytes(700_000));
  const path = pathOf(dataDir, sha256);
  const bytes = await readFile(path);
  bytes[600_000] = (bytes[600_000] ?? 0) ^ 1;
  await writeFile(path, bytes);
  const { ok, actual } = await store.verify(sha256, fast);
  expect(ok).toBe(false);
  expect(actual).toHaveLength(32);
  await store.delete(sha256);
  expect(await store.verify(sha256, fast)).toEqual({ ok: false, actual: undefined });
});

test('stops in the middle of a file on abort or close, and does not block uploads', async () => {
  const { store, dataDir } = await temporaryStore();
  const stored = await storeBytes(store, randomBytes(3_000_000));
  const controller = new AbortController();
  // At this rate the file takes most of an hour.
  const slow = { bytesPerSecond: 1000 };
  const aborted = store.verify(stored.sha256, { ...slow, signal: controller.signal });
  const closed = store.verify(stored.sha256, slow);
  const settled = Promise.allSettled([aborted, closed]);
  const other = await storeBytes(store, randomBytes(2_000_000));
  expect(await store.verify(other.sha256)).toMatchObject({ ok: true });
  expect(await store.verify(other.sha256, fast)).toMatchObject({ ok: true });
  controller.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  const early = store.verify(stored.sha256, { ...slow, signal: controller.signal });
  await expect(early).rejects.toThrow('enough');
  await store.close();
  await expect(closed).rejects.toMatchObject({ code: 'shutting_down' });
  await settled;
  // The file was released.
  const file = await open(pathOf(dataDir, stored.sha256), 'r+');
  await file.close();
});

test('does not report a file as intact when it grows or shrinks during verification', async () => {
  const { store, dataDir } = await temporaryStore();
  const bytes = randomBytes(1_000_000);
  const staged = await store.write(inChunks(bytes, 100_000), { maxBytes: bytes.length });
  await staged.commit();
  await writeFile(pathOf(dataDir, staged.sha256), Buffer.concat([bytes, bytes]));
  expect(await store.verify(staged.sha256, fast)).toMatchObject({ ok: false });
  await writeFile(pathOf(dataDir, staged.sha256), bytes.subarray(0, 512 * 1024));
  expect(await store.verify(staged.sha256, fast)).toMatchObject({ ok: false });
});
