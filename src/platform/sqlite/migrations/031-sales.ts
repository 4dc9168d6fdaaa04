import type { Migration } from '../database.ts';

/**
 * `share_host`: the public node that gets the file of a registration once it is confirmed; null once it is shared, and
 * for all other orders. `delivered_keys`: the licences, raw, for which this node gave out the key, first in
 * milliseconds.
 */
export const sales: Migration = {
  version: 31,
  sql: `
    ALTER TABLE intents ADD COLUMN share_host TEXT;
    CREATE INDEX intents_to_share ON intents (id) WHERE share_host IS NOT NULL;
    CREATE TABLE delivered_keys (
      licence TEXT PRIMARY KEY,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
