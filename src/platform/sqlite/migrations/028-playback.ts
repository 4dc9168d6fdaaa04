import type { Migration } from '../database.ts';

/** Where playback of a content stopped, in seconds; `updated_at` in milliseconds. */
export const playback: Migration = {
  version: 28,
  sql: `
    CREATE TABLE playback (
      sha256 BLOB PRIMARY KEY REFERENCES contents (sha256) ON DELETE CASCADE,
      position REAL NOT NULL,
      duration REAL NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX playback_newest ON playback (updated_at);
  `,
};
