import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import type { Db, Migration } from '../../../src/platform/sqlite/database.ts';
import { openDatabase } from '../../../src/platform/sqlite/open-database.ts';
import { someCases } from '../../support/random-runs.ts';

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
  const folderPath = mkdtempSync(join(tmpdir(), 'alcove-versions-'));
  onTestFinished(() => rmSync(folderPath, { recursive: true }));
  return join(folderPath, name);
}

/** The schema of a new database, which is the same for every version. */
let newSchema: unknown;

function schemaOfNew(): unknown {
  const db = openDatabase(temporaryFile('empty.db'));
  onTestFinished(() => void db.close());
  return schemaOf(db);
}

/** Returns a database with a content at each earlier version, migrated in memory, which writes to no disk. */
function earlierDatabases(): { version: number; bytes: Buffer }[] {
  const db = new Database(':memory:');
  const databases = migrations.slice(0, -1).map(({ version, sql }, index) => {
    db.exec(sql);
    if (index === 0) {
      db.prepare(
        `INSERT INTO contents (sha256, size, content_type, name, uploaded_by, created_at)
         VALUES (?, 10, 'audio/mpeg', 'Summer song.mp3', 'owner', 1000)`,
      ).run(Buffer.alloc(32, 7));
    }
    db.pragma(`user_version = ${version}`);
    return { version, bytes: db.serialize() };
  });
  db.close();
  return databases;
}

it.each(someCases(earlierDatabases().reverse(), 12))(
  'updates a database of version $version with a content',
  ({ bytes }) => {
    const path = temporaryFile('alcove.db');
    writeFileSync(path, bytes);
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
  },
);
