import type { Migration } from '../database.ts';

/**
 * Response times of each peer (null: the attempt failed) and the bytes exchanged with it. Ordered by `number`, since
 * clocks are adjusted. Both are deleted with the peer.
 */
export const peerHistory: Migration = {
  version: 9,
  sql: `
    ALTER TABLE peers ADD COLUMN failure_remedy TEXT;
    ALTER TABLE peers ADD COLUMN failure_reported_by TEXT;

    -- Who is tried apart from the rounds, by when.
    CREATE INDEX peers_waiting ON peers (next_attempt)
      WHERE verified_at IS NULL OR failures > 0 OR compatibility = 'incompatible';
    CREATE INDEX peers_last_contact ON peers (last_contact);

    CREATE TABLE peer_latencies (
      number INTEGER PRIMARY KEY,
      host TEXT NOT NULL,
      at INTEGER NOT NULL,
      latency_ms REAL
    ) STRICT;
    CREATE INDEX peer_latencies_host ON peer_latencies (host, number);

    CREATE TABLE peer_exchanges (
      host TEXT PRIMARY KEY,
      handshakes INTEGER NOT NULL DEFAULT 0,
      received_bytes INTEGER NOT NULL DEFAULT 0,
      sent_bytes INTEGER NOT NULL DEFAULT 0,
      fetched_contents INTEGER NOT NULL DEFAULT 0,
      shared_contents INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER peer_history_goes AFTER DELETE ON peers BEGIN
      DELETE FROM peer_latencies WHERE host = OLD.host;
      DELETE FROM peer_exchanges WHERE host = OLD.host;
    END;
    CREATE TRIGGER peer_history_removed AFTER UPDATE OF source ON peers WHEN NEW.source = 'removed' BEGIN
      DELETE FROM peer_latencies WHERE host = OLD.host;
      DELETE FROM peer_exchanges WHERE host = OLD.host;
    END;
  `,
};
