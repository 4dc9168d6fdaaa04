import type { PostgresMigration } from '../migration.ts';

/** Peers, the hosts that were learned in the current period, and the figures of peers, which are removed with them. */
export const peers: PostgresMigration = {
  version: 3,
  minimum: 1,
  sql: `
    CREATE TABLE peers (
      host text COLLATE "C" PRIMARY KEY,
      source text NOT NULL CHECK (source IN ('named', 'learned', 'practice', 'removed')),
      added_at bigint NOT NULL,
      public_key text COLLATE "C",
      offered_key text COLLATE "C",
      version text,
      capabilities text NOT NULL DEFAULT '[]',
      metrics text NOT NULL DEFAULT '{}',
      compatibility text CHECK (compatibility IN ('compatible', 'warning', 'incompatible')),
      warning text,
      verified_at bigint,
      last_contact bigint,
      latency_ms double precision,
      failures integer NOT NULL DEFAULT 0,
      next_attempt bigint,
      failure_code text,
      failure_message text,
      failure_remedy text,
      failure_reported_by text,
      failure_at bigint
    );
    CREATE UNIQUE INDEX peers_proven_key ON peers (public_key) WHERE verified_at IS NOT NULL;

    CREATE TABLE peer_learning (since timestamptz NOT NULL, hosts integer NOT NULL);
    INSERT INTO peer_learning VALUES ('epoch', 0);

    CREATE TABLE peer_latencies (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      host text COLLATE "C" NOT NULL REFERENCES peers ON DELETE CASCADE,
      at bigint NOT NULL,
      latency_ms double precision
    );
    CREATE INDEX peer_latencies_host ON peer_latencies (host, number);

    CREATE TABLE peer_exchanges (
      host text COLLATE "C" PRIMARY KEY REFERENCES peers ON DELETE CASCADE,
      handshakes bigint NOT NULL,
      received_bytes bigint NOT NULL,
      sent_bytes bigint NOT NULL,
      fetched_contents bigint NOT NULL,
      shared_contents bigint NOT NULL
    );
  `,
};
