import { expect, test, vi } from 'vitest';
import { SegmentRepository } from '../../../../src/features/storage/index.ts';
import { S3BlobStore } from '../../../../src/platform/blobs/s3/s3-blob-store.ts';
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import { testBucket } from '../../../support/s3/strict-s3.ts';
import { block, readAll, storeRandom } from '../conformance/engine.ts';
import { pathOf } from '../support/temporary-store.ts';
import { flipInFile } from './open-s3-store.ts';
import { startFaultyStore } from './start-faulty-store.ts';

test.each([403, 404])('takes no answer of %i for a missing object, unless it says so', async (status) => {
  let now = Date.now();
  const { store, proxy, s3, index } = await startFaultyStore({ clock: () => now });
  const { bytes, stored } = await storeRandom(store, block + 7);
  const deleted = await storeRandom(store, 1000);
  await store.delete(deleted.stored.sha256);
  proxy.fault = () => ({ kind: 'status', status });
  const busy = { code: 'too_busy' };
  await expect(readAll(store, stored)).rejects.toMatchObject(busy);
  await expect(store.verify(stored.sha256)).rejects.toMatchObject(busy);
  await expect(store.has(stored.sha256)).rejects.toMatchObject(busy);
  const kept = index.of(stored.sha256);
  now += 2 * 24 * 60 * 60 * 1000;
  vi.spyOn(index, 'removeStrays').mockResolvedValue();
  await expect(store.collector.collect()).rejects.toMatchObject({ status });
  expect(s3.objects.size).toBe(2);
  proxy.fault = () => undefined;
  expect(await store.collector.collect()).toBe(1);
  expect([...s3.objects.keys()]).toEqual(kept.map(({ key }) => key));
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
});

test('drops a damaged local copy when the bucket has the right bytes', async () => {
  const { store, dataDir } = await startFaultyStore({ cacheBytes: 1024 ** 3 });
  const { bytes, stored } = await storeRandom(store, 3 * block);
  await flipInFile(pathOf(dataDir, stored.sha256), 5);
  const first = await store.reader(stored, 'verified');
  await expect(first.read(0, 100)).rejects.toMatchObject({ code: 'content_damaged' });
  await first.close();
  // What the node does when it meets damage.
  expect(await store.quarantine.add(stored.sha256)).toBe(false);
  const second = await store.reader(stored, 'verified');
  expect((await second.read(0, 100)).equals(bytes.subarray(0, 100))).toBe(true);
  await second.close();
});

test('reads a small blob from the bucket when the disk is full', async () => {
  const { store: before, db, local, s3, dataDir } = await startFaultyStore({ cacheBytes: 1024 ** 3 });
  const { bytes, stored } = await storeRandom(before, 1000);
  await local.delete(stored.sha256);
  const bucket = { ...testBucket, endpoint: s3.endpoint };
  const onError = (error: unknown) => {
    throw error;
  };
  const full = new DiskBlobStore({ dataDir, freeSpaceFloor: () => Number.MAX_SAFE_INTEGER });
  const index = new SegmentRepository(db, Date.now);
  const store = new S3BlobStore({ bucket, local: full, index, cacheBytes: 1024 ** 3, onError });
  await store.open();
  expect((await readAll(store, stored)).equals(bytes)).toBe(true);
  await store.close();
});
