import type { Migration } from '../database.ts';

/**
 * Where this node is signed in to share, and what it has put there. Tokens are sealed with a key from the node's
 * secret; a host without one has to be signed in to again. `way` of a share says whose it is there. `sent_bytes` is how
 * far bytes were ever sent, null when none were; `told_at` which change of the description was sent, null when none.
 */
export const sharing: Migration = {
  version: 12,
  sql: `
    CREATE TABLE share_hosts (
      host TEXT PRIMARY KEY,
      way TEXT NOT NULL CHECK (way IN ('wallet', 'token', 'practice')),
      sealed_token BLOB,
      signed_in_at INTEGER NOT NULL,
      message TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE shares (
      sha256 BLOB NOT NULL,
      host TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'shared', 'withdrawing', 'failed')),
      way TEXT NOT NULL CHECK (way IN ('wallet', 'token', 'practice')),
      listed INTEGER NOT NULL,
      told_at INTEGER,
      name TEXT NOT NULL,
      size INTEGER NOT NULL,
      upload_id TEXT,
      sent_bytes INTEGER,
      asked_at INTEGER NOT NULL,
      shared_at INTEGER,
      message TEXT,
      PRIMARY KEY (sha256, host)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX shares_by_host ON shares (host, asked_at);
  `,
};
