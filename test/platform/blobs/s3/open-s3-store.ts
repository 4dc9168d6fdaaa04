import { open, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { SegmentRepository } from '../../../../src/features/storage/index.ts';
import { S3BlobStore } from '../../../../src/platform/blobs/s3/s3-blob-store.ts';
import type { S3Bucket } from '../../../../src/platform/blobs/s3/s3-client.ts';
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import type { Db } from '../../../../src/platform/sqlite/database.ts';
import { GroupCommit } from '../../../../src/platform/sqlite/group-commit.ts';
import { openTestDatabase } from '../../../support/node/test-database.ts';
import type { OpenStore } from '../conformance/engine.ts';
import { filesOf, pathOf, temporaryFolder } from '../support/temporary-store.ts';
import { recordEverything } from './recording-store.ts';

export interface S3StoreOptions {
  bucket: S3Bucket;
  /** Reads and changes an object behind the store's back. */
  change(key: string, change: (bytes: Buffer) => Buffer | undefined): Promise<void>;
  cacheBytes?: number;
  dataDir?: string;
  clock?: () => number;
}

export interface OpenS3Store extends OpenStore {
  store: S3BlobStore;
  index: SegmentRepository;
  dataDir: string;
  local: DiskBlobStore;
  db: Db;
}

/** Opens a store in a bucket with its index in a database. */
export async function openS3Store(options: S3StoreOptions): Promise<OpenS3Store> {
  const { bucket, change, cacheBytes = 1024 ** 3, clock = Date.now } = options;
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const db = openTestDatabase(join(dataDir, 'alcove.db'));
  const commands = new GroupCommit(db);
  const index = new SegmentRepository(db, clock, commands);
  const local = new DiskBlobStore({ dataDir });
  const onError = (error: unknown) => {
    throw error;
  };
  const store = new S3BlobStore({ bucket, local, index, cacheBytes, onError });
  const recorded = recordEverything(store, index, commands);
  await store.open();
  let isOpen = true;
  const changeBoth = async (sha256: Buffer, segment: number, both: Change) => {
    await change(index.of(sha256)[segment]?.key ?? '', both.object);
    if (await local.has(sha256)) await both.file(pathOf(dataDir, sha256));
  };
  return {
    store,
    index,
    dataDir,
    local,
    db,
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await store.close();
      await recorded();
      db.close();
    },
    reopen: () => openS3Store({ ...options, dataDir }),
    flipBit: (sha256, position) =>
      changeBoth(sha256, 0, {
        object: (bytes) => flipped(bytes, position),
        file: (path) => flipInFile(path, position),
      }),
    truncate: (sha256, size) =>
      changeBoth(sha256, 0, {
        object: (bytes) => bytes.subarray(0, size),
        file: (path) => truncate(path, size),
      }),
    lose: (sha256) => changeBoth(sha256, 0, { object: () => undefined, file: (path) => rm(path) }),
    arriving: async () => (await filesOf(dataDir)).filter((file) => /^(incoming|uploads)/.test(file)),
  };
}

interface Change {
  object: (bytes: Buffer) => Buffer | undefined;
  file: (path: string) => Promise<void>;
}

function flipped(bytes: Buffer, position: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[position] = (copy[position] ?? 0) ^ 1;
  return copy;
}

export async function flipInFile(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, position);
  await file.write(flipped(byte, 0), 0, 1, position);
  await file.close();
}

/** Changes an object of a map; undefined removes it. */
export function changeIn(objects: Map<string, Buffer>): S3StoreOptions['change'] {
  return async (key, change) => {
    const bytes = change(objects.get(key) ?? Buffer.alloc(0));
    if (bytes) objects.set(key, bytes);
    else objects.delete(key);
  };
}
