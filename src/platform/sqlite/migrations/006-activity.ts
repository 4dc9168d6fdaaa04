import type { Migration } from '../database.ts';

/** The activity log, newest last. */
export const activity: Migration = {
  version: 6,
  sql: `
    CREATE TABLE activity (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      count INTEGER NOT NULL,
      kind TEXT NOT NULL,
      actor_type TEXT NOT NULL,
      actor_name TEXT NOT NULL,
      address TEXT,
      subject TEXT,
      detail TEXT NOT NULL,
      problem TEXT
    ) STRICT;
    CREATE INDEX activity_by_kind ON activity (kind, number);
  `,
};
