import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Upload } from '../../src/features/content/new-content.ts';
import { Collector, filesOf, inChunks, pathOf } from '../platform/blobs/support/temporary-store.ts';
import { openContent } from './open-content.ts';

const uploadOf = (bytes: Buffer, check?: Upload['check']): Upload => ({
  source: inChunks(bytes, 1000),
  declaredType: undefined,
  fileName: 'a.bin',
  uploadedBy: 'owner',
  sizeHint: undefined,
  signal: new AbortController().signal,
  ...(check ? { check } : {}),
});
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

test('a content that is deleted as it arrives was stored all the same', async () => {
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

test('a content that is deleted as it is asked for is not there, one whose file is gone is damaged', async () => {
  const { dataDir, catalogue } = await openContent();
  const { content } = await catalogue.store(uploadOf(randomBytes(3000)));
  rmSync(pathOf(dataDir, content.sha256));
  await expect(catalogue.sendTo(new Collector(), content)).rejects.toMatchObject({ code: 'content_damaged' });
  await catalogue.remove(content.sha256);
  await expect(catalogue.sendTo(new Collector(), content)).rejects.toMatchObject({
    code: 'content_not_found',
  });
});

test('when the database is full, nothing is stored and nothing is left behind', async () => {
  const { dataDir, db, catalogue } = await openContent();
  const { content } = await catalogue.store(uploadOf(randomBytes(3000)));
  // The database may not grow: what it says then is what it says on a full disk.
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
