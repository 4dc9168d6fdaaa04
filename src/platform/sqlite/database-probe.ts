import type { Db } from './database.ts';

/**
 * Reads and writes a page of the database, including a disk write.
 * @throws SqliteError where it does not answer, is read-only, or the disk is full
 */
export function probeDatabase(db: Db): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  // Writes the same number again, which changes nothing but reaches the disk.
  db.transaction(() => db.pragma(`user_version = ${version}`)).immediate();
}
