import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../../src/platform/sqlite/database.ts';
import { openDatabase } from '../../../src/platform/sqlite/open-database.ts';

/** The bytes of a new database, because to create one takes ten times as long as to copy it. */
let newDatabase: Buffer | undefined;

export function writeNewDatabase(file: string): void {
  if (!newDatabase) {
    const folder = mkdtempSync(join(tmpdir(), 'alcove-database-'));
    const first = join(folder, 'alcove.db');
    openDatabase(first).close();
    newDatabase = readFileSync(first);
    rmSync(folder, { recursive: true });
  }
  writeFileSync(file, newDatabase);
}

/** Opens the database in a file, which need not exist. */
export function openTestDatabase(file: string): Db {
  if (!existsSync(file)) writeNewDatabase(file);
  return openDatabase(file);
}
