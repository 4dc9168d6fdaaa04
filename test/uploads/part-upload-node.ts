import { createCipheriv, createHash } from 'node:crypto';
import { join } from 'node:path';
import { createContent } from '../../src/app/modules/storage/content.ts';
import { createLogger } from '../../src/core/log/logger.ts';
import { PartUploads } from '../../src/features/uploads/part-uploads.ts';
import { PartUploadRepository } from '../../src/features/uploads/repository/part-upload-repository.ts';
import { DiskBlobStore } from '../../src/platform/blobs/store/disk-blob-store.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

export const owner = { principal: 'token:one', user: 'owner', address: '127.0.0.1' };
export const maxUploadBytes = 5_000_000;

export interface PartUploadNodeOptions {
  dataDir: string;
  quotaBytes?: number;
  userQuotaBytes?: number;
  maxBytes?: number;
  clock?: () => number;
}

/** The services for resumable uploads, on a temporary database and folder. */
export async function openPartUploads({
  dataDir,
  quotaBytes,
  userQuotaBytes = Number.MAX_SAFE_INTEGER,
  maxBytes = maxUploadBytes,
  clock = Date.now,
}: PartUploadNodeOptions) {
  const blobs = new DiskBlobStore({ dataDir });
  await blobs.open();
  const db = openTestDatabase(join(dataDir, 'alcove.db'));
  const content = createContent({
    db,
    nodeSecret: Buffer.alloc(32),
    blobs,
    users: { walletOf: () => null, usersOf: () => [] },
    quotaBytes,
    userQuotaBytes,
    maxUploadBytes: maxBytes,
    clock,
    onChange: () => {},
    onBlockedChange: () => {},
  });
  const { catalogue, eviction } = content;
  const { reservations } = eviction;
  const uploads = new PartUploads({
    uploads: new PartUploadRepository(db, content.commands),
    partials: blobs.partials,
    catalogue,
    reservations,
    maxUploadBytes: maxBytes,
    clock,
    logger: createLogger('silent'),
  });
  await uploads.open();
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await uploads.close();
    await blobs.close();
    db.close();
  };
  return { catalogue, reservations, content, uploads, db, close };
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** The same pseudorandom bytes in every process. */
export const knownBytes = (size: number) =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(size));
