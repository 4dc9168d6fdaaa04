import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createContent } from '../../src/app/modules/storage/content.ts';
import { createLogger } from '../../src/core/log/logger.ts';
import {
  ContentIndex,
  ReplicatedContentIndex,
  replicatedContentTables,
} from '../../src/features/content/index.ts';
import { SegmentRepository } from '../../src/features/storage/index.ts';
import { PartUploadRepository, PartUploads } from '../../src/features/uploads/index.ts';
import { S3BlobStore } from '../../src/platform/blobs/s3/s3-blob-store.ts';
import { DiskBlobStore } from '../../src/platform/blobs/store/disk-blob-store.ts';
import type { PostgresDatabase } from '../../src/platform/postgres/postgres-database.ts';
import { ReplicatedCommands } from '../../src/platform/replication/replicated-commands.ts';
import { temporaryFolder } from '../platform/blobs/support/temporary-store.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { testBucket } from '../support/s3/strict-s3.ts';

const maxUploadBytes = 400_000_000;

export type UploadReplica = Awaited<ReturnType<typeof openUploadReplica>>;

/** Opens the uploads of a replica that stores bytes in a bucket; it copies rows of others only when it asks for them. */
export async function openUploadReplica(
  database: PostgresDatabase,
  endpoint: string,
  clock: () => number = Date.now,
) {
  const dataDir = await temporaryFolder();
  const db = openTestDatabase(join(dataDir, 'alcove.db'));
  new ContentIndex(db).rebuildIfOutdated();
  const commands = new ReplicatedCommands({ database, db, tables: [replicatedContentTables] });
  commands.follow(new ReplicatedContentIndex(db));
  await commands.join();
  const segments = new SegmentRepository(db, clock, commands);
  const local = new DiskBlobStore({ dataDir });
  const onError = (error: unknown) => {
    throw error;
  };
  const bucket = { ...testBucket, endpoint };
  const blobs = new S3BlobStore({ bucket, local, index: segments, cacheBytes: 0, onError });
  await blobs.open();
  const content = createContent({
    db,
    commands,
    nodeSecret: Buffer.alloc(32),
    blobs,
    users: { walletOf: () => null, usersOf: () => [] },
    quotaBytes: undefined,
    userQuotaBytes: Number.MAX_SAFE_INTEGER,
    maxUploadBytes,
    clock,
    onChange: () => {},
    onBlockedChange: () => {},
  });
  const { catalogue, eviction } = content;
  const { reservations } = eviction;
  const rows = new PartUploadRepository(db, commands);
  const uploads = new PartUploads({
    uploads: rows,
    partials: blobs.partials,
    catalogue,
    reservations,
    maxUploadBytes,
    clock,
    logger: createLogger('silent'),
  });
  await uploads.open();
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await uploads.close();
    await blobs.close();
    await commands.close();
    db.close();
  };
  onTestFinished(close);
  return { uploads, rows, segments, blobs, local, catalogue, reservations, commands, close };
}
