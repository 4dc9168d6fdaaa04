import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { GroupCommit } from '../../../src/platform/sqlite/group-commit.ts';

test('rolls a failed write back alone, and writes each of the others once', async () => {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE written (name TEXT NOT NULL) STRICT');
  const insert = db.prepare<[string]>('INSERT INTO written VALUES (?)');
  const commits = new GroupCommit(db);
  const write = (name: string) =>
    commits.run(
      () => {
        insert.run(name);
        if (name === 'bad') throw new Error('refused');
        return name;
      },
      (value) => void insert.run(`${value}, indexed`),
    );
  const all = Promise.allSettled(['first', 'bad', 'last'].map(write));
  commits.flush();
  expect((await all).map((result) => (result.status === 'fulfilled' ? result.value : 'rejected'))).toEqual([
    'first',
    'rejected',
    'last',
  ]);
  expect(db.prepare<[], string>('SELECT name FROM written').pluck().all()).toEqual([
    'first',
    'last',
    'first, indexed',
    'last, indexed',
  ]);
});
