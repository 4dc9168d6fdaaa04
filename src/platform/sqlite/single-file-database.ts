import Database from 'better-sqlite3';
import type { Db } from './database.ts';

/** Waits for a copy of the database, which keeps commits out. */
const timeout = 60_000;

/**
 * Opens a database without a write-ahead log, whose file alone contains every commit. Uses `synchronous=EXTRA`, because
 * with FULL the rollback journal may return after a power cut and undo the last commit.
 */
export function openSingleFileDatabase(path: string): Db {
  const db = new Database(path, { timeout });
  try {
    db.pragma('journal_mode = DELETE');
    db.pragma('synchronous = EXTRA');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
