import { expect, test } from 'vitest';
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import type { Fault } from '../../../support/s3/fault-proxy.ts';
import { block, readAll, storeBytes, storeRandom } from '../conformance/engine.ts';
import { inChunks, pathOf, temporaryFolder } from '../support/temporary-store.ts';
import { flipInFile } from './open-s3-store.ts';
import { dayMs, startFaultyStore } from './start-faulty-store.ts';

/** A folder with a blob that was stored before the bucket was set. */
async function olderBlob() {
  const dataDir = await temporaryFolder();
  const disk = new DiskBlobStore({ dataDir });
  await disk.open();
  const { bytes, stored } = await storeRandom(disk, 3 * block + 5);
  await disk.close();
  return { dataDir, bytes, stored };
}

test('keeps a damaged copy whose segments another replica has set aside', async () => {
  const { store, index, local, dataDir } = await startFaultyStore({ cacheBytes: 1024 ** 3 });
  const { stored } = await storeRandom(store, 3 * block);
  await index.quarantine(stored.sha256, index.of(stored.sha256));
  await flipInFile(pathOf(dataDir, stored.sha256), 5);
  await expect(readAll(store, stored)).rejects.toMatchObject({ code: 'content_damaged' });
  expect(await local.has(stored.sha256)).toBe(true);
  expect(await store.quarantine.add(stored.sha256)).toBe(true);
});

test('keeps a file from before the bucket when storing it again fails', async () => {
  const { dataDir, bytes, stored } = await olderBlob();
  const { store, proxy } = await startFaultyStore({ dataDir });
  proxy.fault = ({ method }) => (method === 'PUT' ? { kind: 'status', status: 503 } : undefined);
  await expect(storeBytes(store, bytes)).rejects.toMatchObject({ code: 'too_busy' });
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
  const options = { start: 0, maxBytes: bytes.length };
  const appending = store.partials.append('a', inChunks(bytes, 65_536), options);
  await expect(appending).rejects.toMatchObject({ code: 'too_busy' });
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
  proxy.fault = () => undefined;
  await storeBytes(store, bytes);
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
});

test('keeps a file from before the bucket when the node ends while it is stored again', async () => {
  const { dataDir, bytes, stored } = await olderBlob();
  const { store, proxy, close } = await startFaultyStore({ dataDir });
  let closing: Promise<void> | undefined;
  proxy.fault = ({ method }) => {
    if (method !== 'PUT') return undefined;
    closing ??= store.close();
    return { kind: 'status', status: 503 };
  };
  await expect(storeBytes(store, bytes)).rejects.toMatchObject({ code: 'shutting_down' });
  await closing;
  await close();
  const disk = new DiskBlobStore({ dataDir });
  await disk.open();
  expect((await readAll(disk, stored)).equals(bytes)).toBe(true);
  await disk.close();
});

test.each<Fault>([{ kind: 'status', status: 416 }, { kind: 'flip' }])(
  'takes nothing away after one wrong answer: $kind',
  async (fault) => {
    const { store, proxy } = await startFaultyStore();
    const { bytes, stored } = await storeRandom(store, 3 * block);
    let answers = 0;
    proxy.fault = ({ method }) => (method === 'GET' && ++answers === 1 ? fault : undefined);
    expect(await store.quarantine.add(stored.sha256)).toBe(false);
    expect(answers).toBeGreaterThan(1);
    expect((await readAll(store, stored)).equals(bytes)).toBe(true);
  },
);

test('keeps an intact local copy of a blob whose segments are damaged', async () => {
  const { store, proxy, index } = await startFaultyStore({ cacheBytes: 1024 ** 3 });
  const { bytes, stored } = await storeRandom(store, 3 * block);
  proxy.fault = ({ method }) => (method === 'GET' ? { kind: 'flip' } : undefined);
  expect(await store.quarantine.add(stored.sha256)).toBe(true);
  expect(index.of(stored.sha256)).toEqual([]);
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
});

test('keeps a repair that ends while the damaged segments are being checked', async () => {
  const { store, flipBit } = await startFaultyStore();
  const { bytes, stored } = await storeRandom(store, 3 * block);
  await flipBit(stored.sha256, 5);
  const verify = store.verify.bind(store);
  let reads = 0;
  store.verify = async (sha256, options) => {
    const found = await verify(sha256, options);
    reads += 1;
    if (reads === 2) await storeBytes(store, bytes);
    return found;
  };
  expect(await store.quarantine.add(stored.sha256)).toBe(false);
  expect(reads).toBe(2);
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
});

test('keeps damaged segments in the bucket for 30 days', async () => {
  let now = Date.now();
  const { store, s3, flipBit } = await startFaultyStore({ clock: () => now });
  const { stored } = await storeRandom(store, 1000);
  await flipBit(stored.sha256, 5);
  expect(await store.quarantine.add(stored.sha256)).toBe(true);
  now += 30 * dayMs - 60_000;
  expect(await store.collector.collect()).toBe(0);
  now += 120_000;
  expect(await store.collector.collect()).toBe(1);
  expect(s3.objects.size).toBe(0);
});

test('fails an upload whose segments the collector may be deleting', async () => {
  let now = Date.now();
  const { store, proxy } = await startFaultyStore({ clock: () => now });
  proxy.fault = ({ method }) => {
    if (method === 'PUT') now += 2 * dayMs;
    return undefined;
  };
  await expect(storeRandom(store, block + 1)).rejects.toMatchObject({ code: 'too_busy' });
  expect(await store.collector.collect()).toBe(1);
});

test('lets nothing claim a segment that is being deleted, even when the clock is set back', async () => {
  let now = Date.now();
  const { index } = await startFaultyStore({ clock: () => now });
  const segment = { key: 'seg/a', size: 1 };
  await index.announce([segment.key]);
  now += 2 * dayMs;
  expect(await index.unused(10)).toEqual([segment.key]);
  now -= 2 * dayMs;
  expect(() => index.set(Buffer.alloc(32), [segment])).toThrow();
  expect(index.of(Buffer.alloc(32))).toEqual([]);
});
