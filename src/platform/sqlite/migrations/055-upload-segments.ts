import type { Migration } from '../database.ts';

/**
 * The objects in an S3 bucket that hold the bytes of an unfinished upload, in order, so that every replica can continue
 * it. They become those of the content, or unused ones.
 */
export const uploadSegments: Migration = {
  version: 55,
  sql: `
    CREATE TABLE upload_segments (
      upload_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      key TEXT NOT NULL UNIQUE,
      size INTEGER NOT NULL,
      sha256 BLOB NOT NULL,
      PRIMARY KEY (upload_id, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER upload_segments_unused AFTER DELETE ON upload_segments
    WHEN NOT EXISTS (SELECT 1 FROM segments WHERE key = old.key) BEGIN
      INSERT INTO unused_segments (key, since) VALUES (old.key, unixepoch() * 1000);
    END;

    CREATE TRIGGER segments_of_removed_upload AFTER DELETE ON partial_uploads BEGIN
      DELETE FROM upload_segments WHERE upload_id = old.id;
    END;
  `,
};
