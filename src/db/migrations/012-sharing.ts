import type { Migration } from '../open.ts';

/**
 * Where this node is signed in to share, and what it has shared there. Tokens are sealed with a key from the node's
 * secret.
 */
export const sharing: Migration = {
  version: 12,
  sql: `
    CREATE TABLE share_hosts (
      host TEXT PRIMARY KEY,
      way TEXT NOT NULL CHECK (way IN ('wallet', 'token', 'practice')),
      sealed_token BLOB NOT NULL,
      signed_in_at INTEGER NOT NULL,
      message TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE shares (
      sha256 BLOB NOT NULL,
      host TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'shared', 'withdrawing', 'failed')),
      listed INTEGER NOT NULL,
      upload_id TEXT,
      sent_bytes INTEGER NOT NULL DEFAULT 0,
      asked_at INTEGER NOT NULL,
      shared_at INTEGER,
      message TEXT,
      PRIMARY KEY (sha256, host)
    ) STRICT, WITHOUT ROWID;
  `,
};
