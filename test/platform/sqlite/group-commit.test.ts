import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('commits a group of the size of the last one without waiting, and a smaller one in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  const commits = new GroupCommit(db);
  const write = (name: string) => commits.run(() => name);
  const first = ['a', 'b'].map(write);
  commits.flush();
  await Promise.all(first);

  expect(await Promise.all(['c', 'd'].map(write))).toEqual(['c', 'd']);
  const later = write('e');
  const state = () => Promise.race([later, new Promise((resolve) => setImmediate(resolve, 'waiting'))]);
  expect(await state()).toBe('waiting');
  vi.advanceTimersByTime(8);
  expect(await state()).toBe('e');
});
