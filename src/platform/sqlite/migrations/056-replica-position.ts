import type { Migration } from '../database.ts';

/** Renames `shared_position`, the last change of the cluster that this replica has copied. */
export const replicaPosition: Migration = {
  version: 56,
  sql: 'ALTER TABLE shared_position RENAME TO replica_position;',
};
