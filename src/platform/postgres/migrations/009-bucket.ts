import type { PostgresMigration } from '../migration.ts';

/** Whether a bucket has the object that names the cluster; the first replica that starts with it writes both. */
export const bucket: PostgresMigration = {
  version: 9,
  minimum: 7,
  sql: 'ALTER TABLE node ADD COLUMN has_bucket boolean NOT NULL DEFAULT false',
};
