import type { Migration } from '../database.ts';

const copyOf = (sha256: string) => `number = (SELECT number FROM contents WHERE sha256 = ${sha256})`;

/**
 * Parts of pinned collections, also those that are not stored yet. The bit 4 of `copies.pinned` says that at least one
 * pinned collection contains the copy.
 */
export const pinnedParts: Migration = {
  version: 53,
  sql: `
    CREATE TABLE pinned_parts (
      collection BLOB NOT NULL,
      part BLOB NOT NULL,
      PRIMARY KEY (collection, part)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pinned_parts_by_part ON pinned_parts (part);

    CREATE TRIGGER parts_pinned AFTER INSERT ON pinned_parts BEGIN
      UPDATE copies SET pinned = pinned | 4 WHERE ${copyOf('new.part')};
    END;
    CREATE TRIGGER parts_unpinned AFTER DELETE ON pinned_parts
    WHEN NOT EXISTS (SELECT 1 FROM pinned_parts WHERE part = old.part) BEGIN
      UPDATE copies SET pinned = pinned & ~4 WHERE ${copyOf('old.part')};
    END;
    CREATE TRIGGER copies_of_parts AFTER INSERT ON copies
    WHEN EXISTS (SELECT 1 FROM pinned_parts
      WHERE part = (SELECT sha256 FROM contents WHERE number = new.number)) BEGIN
      UPDATE copies SET pinned = pinned | 4 WHERE number = new.number;
    END;
    CREATE TRIGGER pinned_collections_removed BEFORE DELETE ON contents BEGIN
      DELETE FROM pinned_parts WHERE collection = old.sha256;
    END;
  `,
};
