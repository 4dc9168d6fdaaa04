import type { Migration } from '../database.ts';

/**
 * What signed lists call their collections, by the SHA-256 of the registered file or of the list itself. Each replica
 * learns them by itself.
 */
export const collectionKinds: Migration = {
  version: 62,
  sql: `
    CREATE TABLE collection_kinds (
      sha256 BLOB PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('album', 'playlist', 'folder'))
    ) STRICT, WITHOUT ROWID;
  `,
};
