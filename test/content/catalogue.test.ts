import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { IncomingContent } from '../../src/features/content/incoming-content.ts';
import { Collector, filesOf, inChunks, pathOf } from '../platform/blobs/support/temporary-store.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { openContent } from './open-content.ts';

const uploadOf = (bytes: Buffer, check?: IncomingContent['check']): IncomingContent => ({
  source: inChunks(bytes, 1000),
  declaredType: undefined,
  fileName: 'a.bin',
  uploadedBy: 'owner',
  sizeHint: undefined,
  signal: new AbortController().signal,
  ...(check ? { check } : {}),
});
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

test('reports an upload as stored when the content is deleted during it', async () => {
  const { catalogue } = await openContent();
  const bytes = randomBytes(3000);
  let removal: Promise<void> | undefined;
  const stored = await catalogue.store(
    uploadOf(bytes, () => {
      setImmediate(() => {
        removal = catalogue.remove(sha256(bytes));
      });
    }),
  );
  expect(stored).toMatchObject({ alreadyStored: false, content: { size: 3000 } });
  await removal;
  expect(catalogue.find(sha256(bytes))).toBeUndefined();
});

test('returns 404 for a content deleted during the request, and a damage error for a missing file', async () => {
  const { dataDir, catalogue } = await openContent();
  const { content } = await catalogue.store(uploadOf(randomBytes(3000)));
  rmSync(pathOf(dataDir, content.sha256));
  await expect(catalogue.sendTo(new Collector(), content)).rejects.toMatchObject({ code: 'content_damaged' });
  await catalogue.remove(content.sha256);
  await expect(catalogue.sendTo(new Collector(), content)).rejects.toMatchObject({
    code: 'content_not_found',
  });
});

test('stores nothing and leaves no files when the database is full', async () => {
  const { dataDir, db, catalogue } = await openContent();
  const { content } = await catalogue.store(uploadOf(randomBytes(3000)));
  // A size limit of the database causes the same error as a full disk.
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  const insufficientStorage = { code: 'insufficient_storage' };
  const fill = async () => {
    for (;;) await catalogue.store(uploadOf(randomBytes(1000)));
  };
  await expect(fill()).rejects.toMatchObject(insufficientStorage);
  const files = (await filesOf(dataDir)).filter((path) => path.startsWith('blobs'));
  expect(files).toHaveLength(catalogue.totals().contents);
  expect(catalogue.find(content.sha256)).toBeDefined();
});
