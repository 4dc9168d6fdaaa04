import Database from 'better-sqlite3';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../../src/platform/sqlite/database.ts';
import { QueryCache } from '../../../src/platform/sqlite/query-cache.ts';

let db: Db;
let asked: number;
let cache: QueryCache<unknown>;
beforeEach(() => {
  db = new Database(':memory:');
  onTestFinished(() => void db.close());
  db.exec("CREATE TABLE songs (title TEXT NOT NULL) STRICT; INSERT INTO songs VALUES ('first')");
  asked = 0;
  cache = new QueryCache(db, 2);
});

const titles = (key = 'all') =>
  cache.get(key, () => {
    asked += 1;
    return db.prepare('SELECT title FROM songs').pluck().all();
  });
const rename = (title: string) => db.prepare('UPDATE songs SET title = ?').run(title);

test('asks once until something is written, also for nothing', () => {
  db.exec('DELETE FROM songs');
  for (let n = 0; n < 3; n += 1) expect(titles()).toEqual([]);
  expect(asked).toBe(1);
  db.exec("INSERT INTO songs VALUES ('second')");
  expect(titles()).toEqual(['second']);
  expect(asked).toBe(2);
});

test('keeps the results of a limited number of keys', () => {
  for (const key of ['a', 'b', 'c', 'a']) titles(key);
  expect(asked).toBe(4);
});

test('keeps nothing that a rolled back transaction wrote', () => {
  expect(titles()).toEqual(['first']);
  const failing = db.transaction(() => {
    rename('second');
    expect(titles()).toEqual(['second']);
    throw new Error('rolled back');
  });
  expect(failing).toThrow('rolled back');
  expect(titles()).toEqual(['first']);
});
