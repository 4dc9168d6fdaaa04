import type { Migration } from '../open.ts';

/**
 * What other nodes say that they have: hints until the bytes prove them. Each content is shown as the first of its
 * sources tells it; `record` is what the others tell, as JSON, so that it is there when the first one goes.
 * Subscriptions keep files of the index here.
 */
export const networkIndex: Migration = {
  version: 11,
  sql: `
    CREATE TABLE sync_states (
      host TEXT PRIMARY KEY,
      public_key TEXT NOT NULL,
      cursor TEXT,
      contents INTEGER NOT NULL DEFAULT 0,
      synced_at INTEGER,
      next_sync INTEGER,
      failures INTEGER NOT NULL DEFAULT 0,
      message TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE known_contents (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      sha256 BLOB NOT NULL UNIQUE,
      shown_from TEXT NOT NULL,
      content_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      title TEXT NOT NULL,
      description TEXT NOT NULL,
      authors TEXT NOT NULL,
      hashtags TEXT NOT NULL,
      owner TEXT,
      cover BLOB,
      created_at INTEGER NOT NULL,
      known_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE known_sources (
      number INTEGER NOT NULL REFERENCES known_contents (number) ON DELETE CASCADE,
      host TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (number, host)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX known_sources_by_host ON known_sources (host, number);

    CREATE VIRTUAL TABLE known_search USING fts5(
      tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    INSERT INTO known_search (known_search, rank) VALUES ('pgsz', 1000);

    CREATE TABLE subscriptions (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('owner', 'author', 'hashtag', 'content')),
      value TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      UNIQUE (kind, value)
    ) STRICT, WITHOUT ROWID;
  `,
};
