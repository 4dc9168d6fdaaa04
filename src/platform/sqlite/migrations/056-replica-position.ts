import type { Migration } from '../database.ts';

/** `replica_position`: what was `shared_position`. */
export const replicaPosition: Migration = {
  version: 56,
  sql: 'ALTER TABLE shared_position RENAME TO replica_position;',
};
