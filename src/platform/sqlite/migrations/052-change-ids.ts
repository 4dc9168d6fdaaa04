import type { Migration } from '../database.ts';

/** The id of the change in `shared_position`; a replica without one compares all rows. */
export const changeIds: Migration = {
  version: 52,
  sql: "ALTER TABLE shared_position ADD COLUMN id TEXT NOT NULL DEFAULT '';",
};
