import type { PostgresMigration } from '../migration.ts';

/**
 * A random id of each of the last changes, and of the last one in `shared_changes`. A database that was restored from a
 * backup gives the same numbers to other changes; replicas notice that by the id.
 */
export const changeIds: PostgresMigration = {
  version: 6,
  // Earlier programs would write changes without an id.
  minimum: 6,
  sql: `
    CREATE TABLE shared_change_ids (change bigint PRIMARY KEY, id uuid NOT NULL);
    ALTER TABLE shared_changes ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
    INSERT INTO shared_change_ids SELECT last, id FROM shared_changes;
  `,
};
