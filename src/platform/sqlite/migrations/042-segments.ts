import type { Migration } from '../database.ts';

/**
 * Contents of a node that stores bytes in an S3 bucket.
 * - `segments`: the objects that hold the bytes of a content, in order.
 * - `unused_segments`: objects that belong to no content, since when; an upload writes its keys here before it creates
 *   the objects. They are deleted a day later.
 */
export const segments: Migration = {
  version: 42,
  sql: `
    CREATE TABLE segments (
      sha256 BLOB NOT NULL,
      position INTEGER NOT NULL,
      key TEXT NOT NULL UNIQUE,
      size INTEGER NOT NULL,
      set_at INTEGER NOT NULL,
      PRIMARY KEY (sha256, position)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX segments_by_set_at ON segments (set_at);

    CREATE TABLE unused_segments (
      key TEXT NOT NULL PRIMARY KEY,
      since INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX unused_segments_by_since ON unused_segments (since);

    CREATE TRIGGER segments_unused AFTER DELETE ON segments BEGIN
      INSERT INTO unused_segments (key, since) VALUES (old.key, unixepoch() * 1000);
    END;

    CREATE TRIGGER segments_of_removed_content AFTER DELETE ON contents BEGIN
      DELETE FROM segments WHERE sha256 = old.sha256;
    END;
  `,
};
