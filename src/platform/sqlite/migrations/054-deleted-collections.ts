import type { Migration } from '../database.ts';

/**
 * `collections.deleted_at`: in the trash since then, in milliseconds. The collections in a deleted one have the same
 * time; its entry stays in the collection that contained it, so that it returns to its place.
 */
export const deletedCollections: Migration = {
  version: 54,
  sql: `
    ALTER TABLE collections ADD COLUMN deleted_at INTEGER;
    CREATE INDEX deleted_collections ON collections (deleted_at, number) WHERE deleted_at IS NOT NULL;
  `,
};
