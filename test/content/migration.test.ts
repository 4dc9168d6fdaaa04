import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { localContentQuery } from '../../src/contract/dashboard-api/library/content-lists.ts';
import { ownerTerm, publishedTerm } from '../../src/core/lists/search-tokens.ts';
import { titleOf } from '../../src/features/content/naming/title.ts';
import { ContentIndex } from '../../src/features/content/repository/content-index.ts';
import { ContentListRepository } from '../../src/features/content/repository/content-list-repository.ts';
import { ContentRecordRepository } from '../../src/features/content/repository/content-record-repository.ts';
import { ContentRepository } from '../../src/features/content/repository/content-repository.ts';
import { SortedContentRepository } from '../../src/features/content/repository/sorted-content-repository.ts';
import { initial } from '../../src/platform/sqlite/migrations/001-initial.ts';
import { peers } from '../../src/platform/sqlite/migrations/002-peers.ts';
import { signIn } from '../../src/platform/sqlite/migrations/003-sign-in.ts';
import { partialUploads } from '../../src/platform/sqlite/migrations/004-partial-uploads.ts';
import { contentRecords } from '../../src/platform/sqlite/migrations/005-content-records.ts';
import { activity } from '../../src/platform/sqlite/migrations/006-activity.ts';
import { tonConnect } from '../../src/platform/sqlite/migrations/007-ton-connect.ts';
import { departures } from '../../src/platform/sqlite/migrations/008-departures.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';
import { smallDisk } from '../support/small-disk.ts';

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

/** The migrations of the release before the network. */
const migrations = [initial, peers, signIn, partialUploads, contentRecords, activity, tonConnect, departures];

/** A database of the first release, with a file of each name; the last one was deleted again. */
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

test('assigns old changes of a content that left some lists to those who see it and those who do not', async () => {
  const path = oldDatabase();
  const db = new Database(path);
  for (const { sql } of migrations.slice(2, 7)) db.exec(sql);
  db.exec('UPDATE contents SET published = 1 WHERE number = 1');
  const [shown, hidden, deleted] = [names[0], names[1], 'deleted before'].map((name) =>
    hashOf(name as string),
  );
  const insert = db.prepare('INSERT INTO content_changes VALUES (?, ?, ?, ?, 0)');
  insert.run(101, shown, 1, '');
  insert.run(102, hidden, 2, publishedTerm);
  insert.run(103, deleted, null, `${publishedTerm} ${ownerTerm('owner')}`);
  db.exec('UPDATE totals SET sequence = 103');
  db.pragma('user_version = 7');
  db.close();
  const migrated = openDatabase(path);
  new ContentIndex(migrated).rebuildIfOutdated();
  onTestFinished(() => void migrated.close());
  const lists = new ContentListRepository(migrated);
  const changesOf = (viewer: string | undefined) =>
    lists
      .changes({ viewer }, { after: 100, began: 100 }, 100)
      .map(({ sha256, record }) => `${record ? 'shown' : 'gone'} ${sha256.toString('hex')}`)
      .sort();
  const hex = (hash: Buffer | undefined) => hash?.toString('hex');
  expect(changesOf(undefined)).toEqual(
    [`gone ${hex(deleted)}`, `gone ${hex(hidden)}`, `shown ${hex(shown)}`].sort(),
  );
  expect(changesOf('owner')).toEqual(
    [`gone ${hex(deleted)}`, `shown ${hex(hidden)}`, `shown ${hex(shown)}`].sort(),
  );
  expect(lists.sequence()).toBe(104);
});

test('migrates contents of the first release', async () => {
  const path = oldDatabase();
  for (const _ of ['the first time', 'again']) {
    const db = openDatabase(path);
    new ContentIndex(db).rebuildIfOutdated();
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
  new ContentIndex(db).rebuildIfOutdated();
  onTestFinished(() => void db.close());
  const contents = new ContentRepository(db);
  const records = new ContentRecordRepository(db);
  const song = records.get(hashOf('Summer song.mp3'));
  if (!song) throw new Error('not there');
  const edits = { ...song, title: 'Winter melody', published: true };
  await contents.edit(song.sha256, () => edits, 2000);
  const order = new SortedContentRepository(db);
  const found = (q: string) => order.count(localContentQuery.parse({ q }));
  expect(found('')).toBe(names.length);
  for (const q of ['er mel', 'summer']) expect(found(q)).toBe(1);
  expect(await contents.remove(song.sha256)).toBe(true);
  for (const q of ['er mel', 'summer']) expect(found(q)).toBe(0);
  // Ids of deleted rows are not reused.
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
])('gives the file “%s” the title “%s”', (name, title) => {
  expect(titleOf(name)).toBe(title);
});

const { path: disk, missing: unmountable } = smallDisk(8);

/** A database of the release before the network, with one content; the last changes are in its WAL only. */
function databaseOfVersion8(folder: string): { path: string; close: () => void } {
  const path = join(folder, 'alcove.db');
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  for (const { sql } of migrations) db.exec(sql);
  db.pragma('user_version = 8');
  db.exec("INSERT INTO peers (host, source, added_at) VALUES ('https://before.example', 'named', 1)");
  return { path, close: () => db.close() };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-migration-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const copiesOf = (path: string) => readdirSync(join(dirname(path), 'backups')).sort();

test('makes a copy before a migration that the earlier release can open', () => {
  const { path, close: close } = databaseOfVersion8(temporaryFolder());
  openDatabase(path).close();
  close();
  const [name = '', ...others] = copiesOf(path);
  expect(others).toEqual([]);
  expect(name).toMatch(/^alcove-v8-\d{8}-\d{6}\.db$/);
  const copy = join(dirname(path), 'backups', name);
  expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
  expect((statSync(dirname(copy)).mode & 0o777).toString(8)).toBe('700');
  const db = new Database(copy, { readonly: true });
  expect(db.pragma('user_version', { simple: true })).toBe(8);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.prepare('SELECT host FROM peers').all()).toEqual([{ host: 'https://before.example' }]);
  db.close();

  // The second start has nothing to migrate.
  openDatabase(path).close();
  expect(copiesOf(path)).toEqual([name]);
});

test('makes no copy of a new database', () => {
  const folder = temporaryFolder();
  openDatabase(join(folder, 'alcove.db')).close();
  expect(existsSync(join(folder, 'backups'))).toBe(false);
});

test('keeps the newest three copies and unrelated files', () => {
  const folder = temporaryFolder();
  const { path, close: close } = databaseOfVersion8(folder);
  close();
  mkdirSync(join(folder, 'backups'));
  const earlier = [
    'alcove-v10-20250101-000000.db',
    'alcove-v2-20260101-000000.db',
    'alcove-v9-20240101-000000.db',
  ];
  for (const name of [...earlier, 'mine.db', 'alcove-v7-20230101-000000.db.tmp']) {
    writeFileSync(join(folder, 'backups', name), '');
  }
  openDatabase(path).close();
  const left = copiesOf(path);
  expect(left).toHaveLength(4);
  expect(left).toEqual(expect.arrayContaining([...earlier.slice(0, 2), 'mine.db']));
});

test.skipIf(unmountable)(
  'does not migrate without free space for a copy, and names the remedy in the error',
  () => {
    const { path, close: close } = databaseOfVersion8(disk);
    close();
    const before = new Database(path);
    before.exec('CREATE TABLE large (bytes BLOB); INSERT INTO large VALUES (zeroblob(1500000))');
    before.close();
    const original = readFileSync(path);
    const filler = join(disk, 'filler');
    writeFileSync(filler, Buffer.alloc(5_500_000));
    expect(() => openDatabase(path)).toThrow(/The database is unchanged. Free some space/);
    expect(copiesOf(path)).toEqual([]);
    expect(readFileSync(path).equals(original)).toBe(true);

    rmSync(filler);
    openDatabase(path).close();
    expect(copiesOf(path)).toHaveLength(1);
  },
);
