import type { Migration } from '../database.ts';

/**
 * Collections that are sold as one.
 *
 * `sold_collections`: encrypted files that this node opened with their keys, and `sold_parts`: what they list. A row
 * alone gives no right: part and collection must name the same registrant. `parts_in_sale`: plain contents that are
 * restricted as long as the sale of a plain manifest lasts.
 *
 * Entries of collections follow a plain content that was sold to its encrypted file.
 */
export const soldCollections: Migration = {
  version: 44,
  sql: `
    CREATE TABLE sold_collections (
      collection BLOB PRIMARY KEY,
      manifest BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sold_parts (
      collection BLOB NOT NULL REFERENCES sold_collections (collection) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      part BLOB NOT NULL,
      title TEXT NOT NULL,
      content_type TEXT NOT NULL,
      plain_size INTEGER NOT NULL,
      duration_ms INTEGER,
      key BLOB NOT NULL,
      key_hash BLOB NOT NULL,
      PRIMARY KEY (collection, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sold_parts_by_part ON sold_parts (part);
    CREATE TRIGGER sold_collections_closed AFTER DELETE ON content_keys BEGIN
      DELETE FROM sold_collections WHERE collection = old.sealed_sha256;
    END;

    CREATE TABLE parts_in_sale (
      whole BLOB NOT NULL REFERENCES sealings (plain_sha256) ON DELETE CASCADE,
      part BLOB NOT NULL,
      PRIMARY KEY (whole, part)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX parts_in_sale_by_part ON parts_in_sale (part);

    UPDATE OR IGNORE collection_entries SET sha256 = sealed_sha256 FROM sealings
      WHERE collection_entries.sha256 = plain_sha256 AND registered_at IS NOT NULL
        AND EXISTS (SELECT 1 FROM contents WHERE contents.sha256 = sealed_sha256)
        AND NOT EXISTS (SELECT 1 FROM contents WHERE contents.sha256 = plain_sha256);
    CREATE TRIGGER entries_of_sold_content AFTER UPDATE OF registered_at ON sealings BEGIN
      UPDATE OR IGNORE collection_entries SET sha256 = new.sealed_sha256
        WHERE sha256 = new.plain_sha256 AND new.registered_at IS NOT NULL
          AND EXISTS (SELECT 1 FROM contents WHERE contents.sha256 = new.sealed_sha256);
    END;
  `,
};
