import type { Migration } from '../database.ts';

/**
 * Hosts at which this node is signed in for sharing, and the contents published there. Tokens are encrypted with a key
 * derived from the node's secret; a host without one needs a new sign-in. `way` of a share is the kind of ownership
 * there. `sent_bytes` is the highest offset ever sent, null when none; `told_at` is the change of the description that
 * was sent, null when none.
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
