import type { Migration } from '../database.ts';

/**
 * TON Connect sessions of this node, one for each session of a user. `sdk_state` is the SDK's own storage as JSON,
 * including its session key; it is emptied when the connection ends.
 */
export const tonConnect: Migration = {
  version: 7,
  sql: `
    CREATE TABLE ton_connect_connections (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL,
      session_id TEXT NOT NULL,
      wallet_app TEXT NOT NULL,
      manifest_url TEXT NOT NULL,
      payload TEXT NOT NULL,
      link TEXT NOT NULL DEFAULT '',
      state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'connected', 'failed', 'expired')),
      message TEXT,
      address TEXT,
      sdk_state TEXT NOT NULL DEFAULT '{}',
      expires_at INTEGER NOT NULL,
      UNIQUE (user_id, session_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
