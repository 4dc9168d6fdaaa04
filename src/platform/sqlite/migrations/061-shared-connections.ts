import type { Migration } from '../database.ts';

/**
 * The wallet connection that each session uses, whichever replica has it, with the address of its wallet. Replicas end
 * those that are not named here. A standalone node has no rows.
 */
export const sharedConnections: Migration = {
  version: 61,
  sql: `
    CREATE TABLE shared_connections (
      user_id TEXT NOT NULL,
      session_id TEXT NOT NULL,
      connection_id TEXT NOT NULL,
      address TEXT,
      PRIMARY KEY (user_id, session_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
