import type { Migration } from '../database.ts';

/** Whether the owner was told that contents of a platform with earlier contracts are no longer shown. */
export const formerPlatforms: Migration = {
  version: 34,
  sql: 'ALTER TABLE platforms ADD COLUMN is_end_noted INTEGER NOT NULL DEFAULT 0 CHECK (is_end_noted IN (0, 1));',
};
