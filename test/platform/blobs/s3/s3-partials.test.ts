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

/** A store to which parts are sent; its local file of the upload can be damaged. */
async function startUploading() {
  const opened = await startFaultyStore();
  const bytes = randomBytes(300_000);
  const append = (start: number, end: number) =>
    opened.store.partials.append('a', inChunks(bytes.subarray(start, end), 50_000), {
      start,
      maxBytes: bytes.length,
    });
  const flip = async (position: number) => {
    const [file = ''] = await opened.arriving();
    await flipInFile(join(opened.dataDir, file), position);
  };
  return { ...opened, bytes, append, flip };
}

const isDamaged = { code: 'content_damaged' };

test('puts no bytes into the bucket that the disk has changed, and gets the right ones from there', async () => {
  const { store, index, s3, bytes, append, flip } = await startUploading();
  await append(0, 100_000);
  await flip(5);
  // The first bytes are sent again, because the segments are merged.
  await expect(append(100_000, 200_000)).rejects.toMatchObject(isDamaged);
  expect(index.ofUpload('a').map(({ size }) => size)).toEqual([100_000]);
  expect(s3.objects.size).toBe(1);
  expect(await append(100_000, 200_000)).toEqual({ size: 200_000 });
  expect(await append(200_000, 300_000)).toEqual({ size: 300_000 });
  const staged = await store.partials.stage('a', bytes.length);
  await staged.commit();
  expect((await readAll(store, staged)).equals(bytes)).toBe(true);
});

test('puts no part into the bucket that the disk has changed since it arrived', async () => {
  const { store, local, index, s3, bytes, append, flip } = await startUploading();
  const { append: write } = local.partials;
  local.partials.append = async (...given) => {
    const received = await write.apply(local.partials, given);
    await flip(150_000);
    local.partials.append = write;
    return received;
  };
  await expect(append(0, 200_000)).rejects.toMatchObject(isDamaged);
  expect([index.ofUpload('a'), s3.objects.size]).toEqual([[], 0]);
  expect(await append(0, 300_000)).toEqual({ size: 300_000 });
  const staged = await store.partials.stage('a', bytes.length);
  await staged.commit();
  expect((await readAll(store, staged)).equals(bytes)).toBe(true);
});

test('completes no upload whose local file has changed, and reads it again', async () => {
  const { store, local, bytes, append, flip } = await startUploading();
  await append(0, 300_000);
  await flip(5);
  // Closes the file, as a minute without a request does.
  await local.partials.whileIdle('a', async () => {});
  await expect(store.partials.stage('a', bytes.length)).rejects.toMatchObject(isDamaged);
  const staged = await store.partials.stage('a', bytes.length);
  await staged.commit();
  expect((await readAll(store, staged)).equals(bytes)).toBe(true);
});
