import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type ContentServices,
  type ContentUsers,
  type CreateContentOptions,
  createContent,
} from '../../src/app/modules/storage/content.ts';
import type { RepairSource } from '../../src/features/storage/repair.ts';
import { DiskBlobStore } from '../../src/platform/blobs/store/disk-blob-store.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

export type OpenContentOptions = Partial<CreateContentOptions> & {
  users?: ContentUsers;
  dataDir?: string;
  /** The source of repairs. Default: none. */
  mending?: RepairSource;
};

/** All services for contents, on a temporary database and folder. */
export async function openContent({ mending, ...options }: OpenContentOptions = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'alcove-content-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const db = openTestDatabase(join(dataDir, 'alcove.db'));
  const blobs = new DiskBlobStore({
    dataDir,
    ...(options.freeSpaceFloor && { freeSpaceFloor: options.freeSpaceFloor }),
  });
  await blobs.open();
  onTestFinished(async () => {
    await blobs.close();
    db.close();
  });
  const content: ContentServices = createContent({
    db,
    nodeSecret: Buffer.alloc(32),
    blobs,
    users: { walletOf: () => null, usersOf: () => [] },
    quotaBytes: undefined,
    userQuotaBytes: 1e6,
    maxUploadBytes: 1e6,
    clock: Date.now,
    onChange: () => {},
    onBlockedChange: () => {},
    ...options,
  });
  blobs.reclaimFrom(content.eviction);
  let started: Promise<void> | undefined;
  // As in a node, which stops a part only after it has started.
  onTestFinished(async () => {
    try {
      await started;
    } finally {
      await content.stop();
    }
  });
  const start = () => {
    started = content.start();
    if (mending) content.repair.start(mending);
    return started;
  };
  return { dataDir, db, blobs, ...content, start };
}
