import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { costOfFile, costPerFile, textCost } from '../../src/core/stored-cost.ts';
import { StoreCostRepository } from '../../src/features/storage/repository/store-cost-repository.ts';
import { textUsage } from '../../src/platform/sqlite/migrations/019-text-usage.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';
import { openContent } from '../content/open-content.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { receive, uploadAs } from './copies.ts';

type Db = ReturnType<typeof openDatabase>;

/** Reverts a database to the schema before texts were counted. */
const withoutTextUsage = `
  DROP TRIGGER texts_added; DROP TRIGGER texts_changed; DROP TRIGGER texts_removed;
  DROP TABLE text_usage; DROP INDEX finished_uploads;
  ALTER TABLE totals DROP COLUMN text_bytes;
`;

/** The expected counters, computed from the rows. */
const counted = (db: Db) =>
  db
    .prepare<[], { user: string; bytes: number }>(
      `SELECT uploaded_by AS user, sum(length(CAST(description AS BLOB)) + length(CAST(authors AS BLOB))
         + length(CAST(hashtags AS BLOB)) - 4) AS bytes FROM contents GROUP BY uploaded_by HAVING bytes > 0 ORDER BY user`,
    )
    .all();
const counters = (db: Db) =>
  db
    .prepare<[], { user: string; bytes: number }>(
      'SELECT user_id AS user, bytes FROM text_usage WHERE bytes <> 0 ORDER BY user_id',
    )
    .all();
const total = (db: Db) => db.prepare('SELECT text_bytes FROM totals').pluck().get();

test('counts texts for their owners, whatever happens to the files', async () => {
  const node = await openContent();
  const check = () => {
    const expected = counted(node.db);
    expect(counters(node.db)).toEqual(expected);
    expect(total(node.db)).toBe(expected.reduce((sum, owner) => sum + owner.bytes, 0));
  };
  const bytes = randomBytes(100);
  const file = await uploadAs(node, 'ann', bytes);
  await uploadAs(node, 'bob', bytes);
  await node.service.editAsOwner('ann', file, {
    description: 'Привет, мир',
    authors: ['Ann'],
    hashtags: ['a', 'é'],
  });
  check();
  expect(counters(node.db)).toMatchObject([{ user: 'ann' }]);
  const copy = await receive(node, randomBytes(100));
  await node.service.edit(copy, { description: 'said here', published: true });
  check();
  await node.catalogue.removeOwner(file, 'ann');
  check();
  expect(counters(node.db).map(({ user }) => user)).toContain('bob');
  await node.service.editAsOwner('bob', file, { description: '' });
  check();
  await node.catalogue.remove(file);
  await node.catalogue.remove(copy);
  expect([counters(node.db), total(node.db)]).toEqual([[], 0]);
});

test('counts each content, text and file of users and the owner once', async () => {
  const node = await openContent();
  const costs = new StoreCostRepository(node.db);
  const shared = randomBytes(1000);
  const file = await uploadAs(node, 'ann', shared);
  await uploadAs(node, 'bob', shared);
  await uploadAs(node, 'owner', randomBytes(2000));
  await node.service.editAsOwner('ann', file, { description: 'x'.repeat(500) });
  expect(costs.ofUser('ann')).toBe(costOfFile(1000) + textCost(500));
  expect(costs.ofUser('bob')).toBe(costOfFile(1000));
  expect(costs.ofUser('owner')).toBe(costOfFile(2000));
  expect(costs.ofUsers()).toBe(costOfFile(1000) + textCost(500));
  expect(costs.all()).toBe(3000 + 2 * costPerFile + textCost(500));
  expect(costs.ofUser('nobody')).toBe(0);
});

test('recounts the usage of an old data folder, and keeps contents over their quota', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'alcove-costs-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const before = await openContent({ dataDir });
  const files: Buffer[] = [];
  for (let n = 0; n < 20; n += 1) files.push(await uploadAs(before, 'ann', randomBytes(12)));
  await before.service.editAsOwner('ann', files[0] as Buffer, { description: 'as before', authors: ['Ann'] });
  await before.stop();
  await before.blobs.close();
  before.db.close();
  const old = new Database(join(dataDir, 'alcove.db'));
  old.exec(withoutTextUsage);
  old.exec(textUsage.sql);
  old.close();

  const quota = { quotaBytes: 5000, userQuotaBytes: 1000 };
  const node = await openContent({ dataDir, ...quota });
  node.start();
  expect(counters(node.db)).toEqual(counted(node.db));
  expect(counters(node.db)).toHaveLength(1);
  expect(total(node.db)).toBe(counted(node.db)[0]?.bytes);
  await node.check.verify();
  expect(files.every((sha256) => node.catalogue.find(sha256))).toBe(true);
  expect(node.cost()).toBeGreaterThan(quota.quotaBytes);
  await expect(uploadAs(node, 'ann', randomBytes(1))).rejects.toMatchObject({ code: 'insufficient_storage' });
  await expect(uploadAs(node, 'owner', randomBytes(1))).rejects.toMatchObject({
    code: 'insufficient_storage',
  });
});
