import type { Migration } from '../database.ts';

/** Replaces the unique index of a part of the rows of `collections`, which replicas cannot share. */
export const replicatedCollections: Migration = {
  version: 59,
  sql: `
    DROP INDEX followed_collections;
    CREATE UNIQUE INDEX followed_collections ON collections (owner, edition_of);
  `,
};
