import type { PostgresMigration } from '../migration.ts';

/** Names the tables by replication, because "shared" means sharing with other people everywhere else. */
export const replicatedNames: PostgresMigration = {
  version: 7,
  // Earlier programs use the former names.
  minimum: 7,
  sql: `
    ALTER TABLE shared_rows RENAME TO replicated_rows;
    ALTER INDEX shared_rows_by_change RENAME TO replicated_rows_by_change;
    ALTER INDEX shared_rows_removed RENAME TO replicated_rows_removed;
    ALTER TABLE shared_changes RENAME TO replicated_changes;
    ALTER TABLE shared_change_ids RENAME TO replicated_change_ids;
  `,
};
