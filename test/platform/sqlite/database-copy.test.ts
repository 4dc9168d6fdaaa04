import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyDatabase } from '../../../src/platform/sqlite/database-copy.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';

let folder: string;
let source: Database.Database;
const [from, to] = [() => join(folder, 'source.db'), () => join(folder, 'copy.db')];

/** A database of many steps of a copy. */
beforeEach(() => {
  folder = temporaryFolder();
  source = new Database(from());
  source.pragma('journal_mode = WAL');
  source.pragma('synchronous = OFF');
  source.exec('CREATE TABLE blocks (bytes BLOB)');
  source.exec(`INSERT INTO blocks WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
    SELECT zeroblob(1000000) FROM n`);
});
afterEach(() => {
  source.close();
  rmSync(folder, { recursive: true, force: true });
});

const rowsIn = (path: string): unknown => {
  const db = new Database(path, { readonly: true });
  try {
    return db.prepare('SELECT count(*) FROM blocks').pluck().get();
  } finally {
    db.close();
  }
};

it('copies the state of one moment while another connection writes', async () => {
  let isCopying = true;
  let writes = 0;
  const write = () => {
    if (!isCopying) return;
    source.exec("INSERT INTO blocks VALUES ('new')");
    writes += 1;
    setImmediate(write);
  };
  const copied = copyDatabase(from(), to());
  setImmediate(write);
  await copied;
  isCopying = false;
  expect(writes).toBeGreaterThan(2);
  expect(rowsIn(to())).toBe(60);
  expect(rowsIn(from())).toBe(60 + writes);
});

it('ends between two steps when it is cancelled', async () => {
  const cancelling = new AbortController();
  const copied = copyDatabase(from(), to(), cancelling.signal);
  setImmediate(() => cancelling.abort(new Error('cancelled')));
  await expect(copied).rejects.toThrow('cancelled');
  // Nothing else of the copy holds the database.
  source.exec('DROP TABLE blocks');
  expect(existsSync(`${to()}-journal`)).toBe(false);
});
