import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { titleOf } from '../../src/content/title.ts';
import { ContentListRepository } from '../../src/db/content-list.ts';
import { ContentRecordRepository } from '../../src/db/content-records.ts';
import { holderFact, publishedFact } from '../../src/db/content-tokens.ts';
import { ContentRepository } from '../../src/db/contents.ts';
import { initial } from '../../src/db/migrations/001-initial.ts';
import { peers } from '../../src/db/migrations/002-peers.ts';
import { openDatabase } from '../../src/db/open.ts';

const names = [
  'Summer song.mp3',
  'archive.tar.gz',
  'v1.5',
  'no ending',
  '.hidden',
  '.hidden.txt',
  'ends with a dot.',
  'too.longforanending',
  'ü.7z',
  'a.b c',
  'Ünï.PNG',
  '',
];
const hashOf = (name: string) => createHash('sha256').update(name).digest();

/** A database as the first release left it, with a file of each name but the last, which was deleted again. */
function oldDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-migration-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'alcove.db');
  const db = new Database(path);
  db.exec(initial.sql + peers.sql);
  db.pragma('user_version = 2');
  const insert = db.prepare(
    `INSERT INTO contents (sha256, size, content_type, name, uploaded_by, created_at)
     VALUES (?, 10, 'audio/mpeg', ?, 'owner', 1000)`,
  );
  for (const name of [...names, 'deleted']) insert.run(hashOf(name), name);
  db.prepare("DELETE FROM contents WHERE name = 'deleted'").run();
  db.close();
  return path;
}

test('changes of a content that had left the lists of some become those of who sees it, and of who does not', async () => {
  const path = oldDatabase();
  openDatabase(path).close();
  const db = new Database(path);
  const [shown, hidden, deleted] = [names[0], names[1], 'deleted before'].map((name) =>
    hashOf(name as string),
  );
  db.exec(`DROP TABLE content_changes;
    CREATE TABLE content_changes (sequence INTEGER PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE,
      number INTEGER REFERENCES contents (number) ON DELETE SET NULL, gone TEXT NOT NULL, edited INTEGER NOT NULL) STRICT;
    CREATE INDEX content_changes_by_number ON content_changes (number);
    UPDATE contents SET published = 1 WHERE number = 1`);
  const insert = db.prepare('INSERT INTO content_changes VALUES (?, ?, ?, ?, 0)');
  insert.run(101, shown, 1, '');
  insert.run(102, hidden, 2, publishedFact);
  insert.run(103, deleted, null, `${publishedFact} ${holderFact('owner')}`);
  db.exec('UPDATE totals SET sequence = 103');
  db.pragma('user_version = 7');
  db.close();
  const migrated = openDatabase(path);
  onTestFinished(() => void migrated.close());
  const lists = new ContentListRepository(migrated);
  const told = (viewer: string | undefined) =>
    lists
      .changes({ viewer }, { after: 100, began: 100 }, 100)
      .map(({ sha256, record }) => `${record ? 'shown' : 'gone'} ${sha256.toString('hex')}`)
      .sort();
  const hex = (hash: Buffer | undefined) => hash?.toString('hex');
  expect(told(undefined)).toEqual(
    [`gone ${hex(deleted)}`, `gone ${hex(hidden)}`, `shown ${hex(shown)}`].sort(),
  );
  expect(told('owner')).toEqual(
    [`gone ${hex(deleted)}`, `shown ${hex(hidden)}`, `shown ${hex(shown)}`].sort(),
  );
  expect(lists.sequence()).toBe(104);
});

test('contents of the first release are carried over', async () => {
  const path = oldDatabase();
  for (const _ of ['the first time', 'again']) {
    const db = openDatabase(path);
    const records = new ContentRecordRepository(db);
    const lists = new ContentListRepository(db);
    for (const name of names) {
      expect(records.get(hashOf(name)), name).toMatchObject({
        name,
        title: titleOf(name),
        description: '',
        authors: [],
        published: false,
        updatedAt: 1000,
      });
    }
    expect(records.usageOf('owner')).toEqual({
      contents: names.length,
      contentBytes: 10 * names.length,
      unlisted: names.length,
    });
    expect(lists.count({ viewer: undefined })).toBe(0);
    expect(lists.page({ viewer: 'owner' }, 1e9, 100).map(({ name }) => name)).toEqual(names.toReversed());
    expect(lists.page({ viewer: 'owner', q: 'summ', contentType: 'audio' }, 1e9, 100)).toHaveLength(1);
    expect(lists.changes({ viewer: 'owner' }, { after: 0, began: 0 }, 100)).toHaveLength(names.length);
    db.close();
  }
  const db = openDatabase(path);
  onTestFinished(() => void db.close());
  const contents = new ContentRepository(db);
  const records = new ContentRecordRepository(db);
  const song = records.get(hashOf('Summer song.mp3'));
  if (!song) throw new Error('not there');
  contents.edit(song, { ...song, title: 'Winter melody', published: true }, 2000);
  expect(records.page({ q: 'er mel', beforeNumber: undefined, limit: 10 })).toHaveLength(1);
  expect(records.page({ q: 'summer', beforeNumber: undefined, limit: 10 })).toHaveLength(1);
  expect(contents.remove(song.sha256)).toBe(true);
  for (const q of ['er mel', 'summer']) expect(records.count(q)).toBe(0);
  // Numbers of what was deleted are not given out again.
  const added = contents.add({ ...song, title: 'new', sha256: hashOf('new'), checksums: Buffer.alloc(4) });
  contents.flush();
  await added;
  expect(contents.get(hashOf('new'))?.number).toBeGreaterThan(names.length + 1);
});

test.each([
  ['Summer song.mp3', 'Summer song'],
  ['archive.tar.gz', 'archive.tar'],
  ['v1.5', 'v1.5'],
  ['.hidden', '.hidden'],
  ['Mr. Nobody', 'Mr. Nobody'],
])('the title of the file “%s” is “%s”', (name, title) => {
  expect(titleOf(name)).toBe(title);
});
