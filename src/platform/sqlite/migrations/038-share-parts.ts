import type { Migration } from '../database.ts';

/**
 * Shared collections with what is on public nodes because of them.
 * - `shares.is_part`: nobody asked for this share itself, only for a collection that the content is in. Of shares from
 * before it is unknown, so they count as asked for.
 * - `share_parts`: the contents of the collections there, by the manifest of the collection.
 * - `collection_manifests`: the manifests that were made of a collection, the newest last.
 */
export const shareParts: Migration = {
  version: 38,
  sql: `
    ALTER TABLE shares ADD COLUMN is_part INTEGER NOT NULL DEFAULT 0 CHECK (is_part IN (0, 1));

    CREATE TABLE share_parts (
      whole BLOB NOT NULL,
      host TEXT NOT NULL,
      part BLOB NOT NULL,
      PRIMARY KEY (whole, host, part),
      FOREIGN KEY (whole, host) REFERENCES shares (sha256, host) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX share_parts_by_part ON share_parts (part, host);

    CREATE TABLE collection_manifests (
      number INTEGER PRIMARY KEY,
      collection INTEGER NOT NULL REFERENCES collections (number) ON DELETE CASCADE,
      manifest BLOB NOT NULL,
      UNIQUE (collection, manifest)
    ) STRICT;
  `,
};
