import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { S3BlobStore } from '../../../../src/platform/blobs/s3/s3-blob-store.ts';
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import { GroupCommit } from '../../../../src/platform/sqlite/group-commit.ts';
import { randomBytes } from '../../../support/random-bytes.ts';
import { testBucket } from '../../../support/s3/strict-s3.ts';
import { readAll } from '../conformance/engine.ts';
import { inChunks, temporaryFolder } from '../support/temporary-store.ts';
import { flipInFile } from './open-s3-store.ts';
import { recordEverything } from './recording-store.ts';
import { startFaultyStore } from './start-faulty-store.ts';

test('reads a lost local file of an upload again that another replica has continued', async () => {
  const { store, local, index, db, s3 } = await startFaultyStore();
  const other = new S3BlobStore({
    bucket: { ...testBucket, endpoint: s3.endpoint },
    local: new DiskBlobStore({ dataDir: await temporaryFolder() }),
    index,
    cacheBytes: 0,
    onError: () => {},
  });
  recordEverything(other, index, new GroupCommit(db));
  await other.open();
  onTestFinished(() => other.close());
  const bytes = randomBytes(500_000);
  const append = ({ partials }: S3BlobStore, start: number, end: number) =>
    partials.append('a', inChunks(bytes.subarray(start, end), 50_000), { start, maxBytes: bytes.length });
  await append(store, 0, 300_000);
  await append(other, 300_000, 400_000);
  expect(index.ofUpload('a').map(({ size }) => size)).toEqual([300_000, 100_000]);
  await local.partials.remove('a');
  // Not `upload_not_found`, which removes the upload with the bytes in the bucket.
  await expect(append(store, 400_000, 500_000)).rejects.toMatchObject({ code: 'too_busy' });
  expect(await append(store, 400_000, 500_000)).toEqual({ size: bytes.length });
  const staged = await store.partials.stage('a', bytes.length);
  await staged.commit();
  expect((await readAll(store, staged)).equals(bytes)).toBe(true);
});

test('continues an upload after a restart with the local file, unless the file is another one', async () => {
  const first = await startFaultyStore();
  const bytes = randomBytes(300_000);
  const append = ({ partials }: S3BlobStore, start: number, end: number) =>
    partials.append('a', inChunks(bytes.subarray(start, end), 50_000), { start, maxBytes: bytes.length });
  await append(first.store, 0, 100_000);
  const [segment] = first.index.ofUpload('a');
  await first.close();
  // Reading the object would fail now.
  first.s3.objects.delete(segment?.key ?? '');
  const second = (await first.reopen()) as typeof first;
  onTestFinished(() => second.close());
  expect(await append(second.store, 100_000, 200_000)).toEqual({ size: 200_000 });
  const [file = ''] = await second.arriving();
  await second.close();
  await flipInFile(join(first.dataDir, file), 5);
  const third = (await first.reopen()) as typeof first;
  onTestFinished(() => third.close());
  expect(await append(third.store, 200_000, 300_000)).toEqual({ size: 300_000 });
  const staged = await third.store.partials.stage('a', bytes.length);
  await staged.commit();
  expect((await readAll(third.store, staged)).equals(bytes)).toBe(true);
});
