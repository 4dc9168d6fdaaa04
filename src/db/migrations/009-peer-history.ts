import type { Migration } from '../open.ts';

/**
 * How long each peer took to answer, and what was exchanged with it. A latency of null is an attempt that failed.
 */
export const peerHistory: Migration = {
  version: 9,
  sql: `
    CREATE TABLE peer_latencies (
      host TEXT NOT NULL,
      at INTEGER NOT NULL,
      latency_ms REAL,
      PRIMARY KEY (host, at)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE peers ADD COLUMN failure_remedy TEXT;
    ALTER TABLE peers ADD COLUMN failure_reported_by TEXT;

    CREATE TABLE peer_exchanges (
      host TEXT PRIMARY KEY,
      handshakes INTEGER NOT NULL DEFAULT 0,
      received_bytes INTEGER NOT NULL DEFAULT 0,
      sent_bytes INTEGER NOT NULL DEFAULT 0,
      fetched_contents INTEGER NOT NULL DEFAULT 0,
      shared_contents INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
  `,
};
