import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import type { Db, Migration } from '../../../src/platform/sqlite/database.ts';
import { openDatabase } from '../../../src/platform/sqlite/open-database.ts';

const folder = new URL('../../../src/platform/sqlite/migrations/', import.meta.url);
const modules: Record<string, Migration>[] = await Promise.all(
  readdirSync(folder)
    .sort()
    .map((file) => import(new URL(file, folder).href)),
);
const migrations = modules.flatMap((module) => Object.values(module));

const schemaOf = (db: Db) =>
  db.prepare(`SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1, 2`).all();

function temporaryFile(name: string): string {
  const made = mkdtempSync(join(tmpdir(), 'alcove-versions-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return join(made, name);
}

/** The schema of a new database, which is the same for every version. */
let newSchema: unknown;

function schemaOfNew(): unknown {
  const db = openDatabase(temporaryFile('empty.db'));
  onTestFinished(() => void db.close());
  return schemaOf(db);
}

it.each(migrations.slice(0, -1))('updates a database of version $version with a content', ({ version }) => {
  const path = temporaryFile('alcove.db');
  const earlier = new Database(path);
  for (const migration of migrations.filter((one) => one.version <= version)) {
    earlier.exec(migration.sql);
    if (migration !== migrations[0]) continue;
    earlier
      .prepare(
        `INSERT INTO contents (sha256, size, content_type, name, uploaded_by, created_at)
         VALUES (?, 10, 'audio/mpeg', 'Summer song.mp3', 'owner', 1000)`,
      )
      .run(Buffer.alloc(32, 7));
  }
  earlier.pragma(`user_version = ${version}`);
  earlier.close();

  const db = openDatabase(path);
  onTestFinished(() => void db.close());
  newSchema ??= schemaOfNew();
  expect(schemaOf(db)).toEqual(newSchema);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(db.prepare('SELECT hex(sha256) AS hash, size, name FROM contents').all()).toEqual([
    { hash: '07'.repeat(32), size: 10, name: 'Summer song.mp3' },
  ]);
  expect(db.prepare('SELECT contents, content_bytes FROM totals').get()).toEqual({
    contents: 1,
    content_bytes: 10,
  });
});
