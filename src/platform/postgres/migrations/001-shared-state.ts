import type { PostgresMigration } from '../migration.ts';

/**
 * Nonces of handshakes, with the number of each minute, and the activity log, whose numbers come from a row instead of
 * a sequence: its lock keeps them in the order of the commits.
 */
export const sharedState: PostgresMigration = {
  version: 1,
  minimum: 1,
  sql: `
    CREATE TABLE handshake_nonces (
      hash bytea PRIMARY KEY,
      second bigint NOT NULL,
      stored_at timestamptz NOT NULL
    );
    CREATE INDEX handshake_nonces_by_age ON handshake_nonces (stored_at);
    CREATE TABLE handshake_minutes (
      minute bigint PRIMARY KEY,
      nonces integer NOT NULL,
      stored_at timestamptz NOT NULL
    );

    CREATE TABLE activity_number (last bigint NOT NULL);
    INSERT INTO activity_number VALUES (0);
    CREATE TABLE activity (
      number bigint PRIMARY KEY,
      at bigint NOT NULL,
      last_at bigint NOT NULL,
      count bigint NOT NULL,
      kind text NOT NULL,
      actor_type text NOT NULL,
      actor_name text NOT NULL,
      address text,
      subject text,
      detail text NOT NULL,
      reason text,
      params text,
      problem text
    );
    CREATE INDEX activity_by_kind ON activity (kind, number);
    CREATE INDEX activity_for_owner ON activity (reason, number) WHERE
      actor_type IN ('dashboard', 'command', 'api_token', 'node') OR actor_type = 'user' AND actor_name = 'owner';
  `,
};
