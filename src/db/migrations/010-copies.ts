import type { Migration } from '../open.ts';

/**
 * Contents that came from other nodes, when contents were last checked, and what was found wrong. A copy is held by
 * the user `network`; one that nobody else holds and nothing keeps goes when room is needed.
 */
export const copies: Migration = {
  version: 10,
  sql: `
    CREATE TABLE copies (
      number INTEGER PRIMARY KEY REFERENCES contents (number) ON DELETE CASCADE,
      host TEXT NOT NULL,
      fetched_at INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL,
      pinned INTEGER NOT NULL DEFAULT 0,
      subscribed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX copies_by_use ON copies (last_used_at) WHERE pinned = 0 AND subscribed = 0;

    ALTER TABLE contents ADD COLUMN verified_at INTEGER;

    CREATE TABLE damages (
      sha256 BLOB PRIMARY KEY,
      problem TEXT NOT NULL CHECK (problem IN ('missing', 'damaged')),
      found_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      next_attempt INTEGER NOT NULL,
      message TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE store_check (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      began_at INTEGER,
      after_sha256 BLOB,
      verified INTEGER NOT NULL DEFAULT 0,
      finished_at INTEGER
    ) STRICT;
    INSERT INTO store_check (id) VALUES (1);
  `,
};
