import type { Db } from './database.ts';

/** Reads and writes a page on disk; throws a SqliteError when the database is unusable or the disk full. */
export function probeDatabase(db: Db): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  // Writes the same number again, which changes nothing but reaches the disk.
  db.transaction(() => db.pragma(`user_version = ${version}`)).immediate();
}
