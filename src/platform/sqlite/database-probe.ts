import type { Db } from './database.ts';

/**
 * Reads and writes a page of the database, as far as the disk.
 * @throws SqliteError where it does not answer, is read-only, or the disk is full
 */
export function probeDatabase(db: Db): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  // The same number again: what is stored does not change, and is written all the same.
  db.transaction(() => db.pragma(`user_version = ${version}`)).immediate();
}
