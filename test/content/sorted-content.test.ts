import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ContentIndex } from '../../src/features/content/repository/content-index.ts';
import { ContentRecordRepository } from '../../src/features/content/repository/content-record-repository.ts';
import { ContentRepository } from '../../src/features/content/repository/content-repository.ts';
import { ContentSortKeys } from '../../src/features/content/repository/content-sort-keys.ts';
import { SortedContentRepository } from '../../src/features/content/repository/sorted-content-repository.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

const hashOf = (name: string) => createHash('sha256').update(name).digest();

function database(): Db {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-order-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const db = openTestDatabase(join(folder, 'alcove.db'));
  onTestFinished(() => void db.close());
  new ContentIndex(db).rebuildIfOutdated();
  return db;
}

async function add(contents: ContentRepository, contentType: string, uploadedBy = 'owner'): Promise<Buffer> {
  const sha256 = hashOf(`${contentType} of ${uploadedBy}`);
  const texts = { name: `Nº 7 ${contentType}`, title: 'Änne' };
  const copy = { host: 'https://one.example', description: '', authors: ['Zoë'], hashtags: [] };
  const added = contents.add({
    ...{ sha256, size: 5, contentType, uploadedBy, ...texts, createdAt: 1_750_000_000_999 },
    checksums: Buffer.alloc(4),
    ...(uploadedBy === 'network' && { copy }),
  });
  contents.flush();
  await added;
  return sha256;
}

const types = [
  'audio/mpeg',
  'audio/ogg; codecs=opus',
  'video/mp4',
  'image/png',
  'image/vnd.djvu',
  'application/pdf',
  'application/epub+zip ; version=3',
  'text/plain; charset=utf-8',
  'application/octet-stream',
  'audio',
];

test('orders a new content as the database derives it from the record', async () => {
  const db = database();
  const contents = new ContentRepository(db);
  const hashes: Buffer[] = [];
  for (const type of types) hashes.push(await add(contents, type), await add(contents, type, 'network'));
  const read = () => db.prepare('SELECT * FROM content_order ORDER BY number').all();
  const counts = () => new SortedContentRepository(db).kinds();
  const written = { rows: read(), counts: counts() };
  const records = new ContentRecordRepository(db);
  const order = new ContentSortKeys(db);
  for (const sha256 of hashes) {
    const record = records.get(sha256);
    if (record) order.put(record, null);
  }
  expect(written.rows).toHaveLength(2 * types.length);
  expect(written).toEqual({ rows: read(), counts: counts() });
  expect(written.counts).toEqual({ music: 4, video: 2, books: 6, photos: 2, files: 6 });
  const sizes = 'SELECT kind, sum(size) AS bytes FROM content_order GROUP BY kind ORDER BY kind';
  expect(db.prepare('SELECT kind, bytes FROM content_kinds ORDER BY kind').all()).toEqual(
    db.prepare(sizes).all(),
  );
});

test('orders a file by its key, its delivery and its media facts where they came first', async () => {
  const db = database();
  const sha256 = hashOf('application/octet-stream of owner');
  db.pragma('foreign_keys = OFF');
  insertAny(db, 'content_keys', { sealed_sha256: sha256, content_type: 'video/mp4', origin: 'delivery' });
  insertAny(db, 'content_media', { sha256, duration_ms: 1234, taken_at: '2020-02-03T04:05:06' });
  const contents = new ContentRepository(db);
  await add(contents, 'application/octet-stream');
  expect(db.prepare('SELECT kind, source, length, taken FROM content_order').all()).toEqual([
    { kind: 'video', source: 'bought', length: 1234, taken: Date.UTC(2020, 1, 3, 4, 5, 6) / 1000 },
  ]);
  expect(new SortedContentRepository(db).kinds().video).toBe(1);
  expect(await contents.remove(sha256)).toBe(true);
  expect(new SortedContentRepository(db).kinds().video).toBe(0);
});

/** Inserts a row, with something in each other column that needs a value. */
function insertAny(db: Db, table: string, values: Record<string, unknown>): void {
  const needed = db
    .prepare<[], { name: string; type: string }>(
      `SELECT name, type FROM pragma_table_info('${table}') WHERE "notnull" = 1 AND dflt_value IS NULL`,
    )
    .all();
  const anything: Record<string, unknown> = { TEXT: 'text', INTEGER: 1, BLOB: Buffer.alloc(32) };
  const row = { ...Object.fromEntries(needed.map(({ name, type }) => [name, anything[type]])), ...values };
  const names = Object.keys(row);
  db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`).run(
    row,
  );
}
