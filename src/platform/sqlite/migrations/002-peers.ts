import type { Migration } from '../database.ts';

/**
 * Other nodes, by the origin at which they are reached. A key belongs to one proven origin at a time; a node that moves
 * proves its key again at the new one. Capabilities and metrics are JSON.
 */
export const peers: Migration = {
  version: 2,
  sql: `
    CREATE TABLE peers (
      host TEXT PRIMARY KEY,
      source TEXT NOT NULL CHECK (source IN ('named', 'learned', 'practice', 'removed')),
      added_at INTEGER NOT NULL,
      public_key TEXT,
      offered_key TEXT,
      version TEXT,
      capabilities TEXT NOT NULL DEFAULT '[]',
      metrics TEXT NOT NULL DEFAULT '{}',
      compatibility TEXT CHECK (compatibility IN ('compatible', 'warning', 'incompatible')),
      warning TEXT,
      verified_at INTEGER,
      last_contact INTEGER,
      latency_ms REAL,
      failures INTEGER NOT NULL DEFAULT 0,
      next_attempt INTEGER,
      failure_code TEXT,
      failure_message TEXT,
      failure_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE UNIQUE INDEX peers_proven_key ON peers (public_key) WHERE verified_at IS NOT NULL;
  `,
};
