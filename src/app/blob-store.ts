import type { Clock } from '../core/clock.ts';
import type { Leader } from '../core/concurrency/leader.ts';
import { SettingsError } from '../core/settings.ts';
import { SegmentRepository } from '../features/storage/index.ts';
import { loadBucket } from '../platform/blobs/s3/bucket-file.ts';
import { S3BlobStore } from '../platform/blobs/s3/s3-blob-store.ts';
import type { BlobStore } from '../platform/blobs/store/blob-store.ts';
import type { DiskBlobStore } from '../platform/blobs/store/disk-blob-store.ts';
import type { Commands } from '../platform/sqlite/commands.ts';
import type { Db } from '../platform/sqlite/database.ts';

export interface ChosenBlobStoreOptions {
  /** The store on the local disk. */
  local: DiskBlobStore;
  /** The setting `storage.s3_file`. */
  bucketFile: string | undefined;
  /** Called before each request to the bucket, which fails if this does. */
  bucketReady?: (() => Promise<void>) | undefined;
  db: Db;
  /** Default: those of a standalone node. */
  commands?: Commands | undefined;
  /** Leads the deletion of what the bucket no longer needs. Default: this process alone. */
  leader?: Leader;
  clock: Clock;
  onError: (error: unknown) => void;
}

/** A store that the composition opens and closes. */
export interface OwnedBlobStore extends BlobStore {
  open(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Returns the store of a node: its local disk, or a bucket with the local disk in front.
 * @throws SettingsError also where files are in a bucket that the settings no longer name
 */
export function chooseBlobStore(options: ChosenBlobStoreOptions): OwnedBlobStore {
  const { local, bucketFile, bucketReady, db, commands, leader, clock, onError } = options;
  const index = new SegmentRepository(db, clock, commands);
  if (bucketFile !== undefined) {
    const { bucket, cacheBytes } = loadBucket(bucketFile);
    const ready = bucketReady;
    return new S3BlobStore({ bucket: { ...bucket, ready }, cacheBytes, local, index, leader, onError });
  }
  if (index.hasAny()) throw new SettingsError('startup.s3FileUnset');
  return local;
}
