import type { PostgresMigration } from '../migration.ts';

/**
 * Rows of SQLite tables that all replicas have, by their key; `data` is null where the row was removed. `shared_changes`
 * has one row, whose lock a writer holds until its commit: its `last` is the number of the last change, and removed rows
 * up to the change `pruned` were forgotten. `history` differs in a database that is no continuation of this one.
 */
export const sharedRows: PostgresMigration = {
  version: 5,
  minimum: 1,
  sql: `
    CREATE TABLE shared_rows (
      table_name text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      data jsonb,
      change bigint NOT NULL,
      removed_at timestamptz,
      PRIMARY KEY (table_name, key)
    );
    CREATE INDEX shared_rows_by_change ON shared_rows (change);
    CREATE INDEX shared_rows_removed ON shared_rows (removed_at) WHERE removed_at IS NOT NULL;

    CREATE TABLE shared_changes (history uuid NOT NULL, last bigint NOT NULL, pruned bigint NOT NULL);
    INSERT INTO shared_changes VALUES (gen_random_uuid(), 0, 0);
  `,
};
