import type { Migration } from '../database.ts';

/**
 * `unused_pictures`: covers and previews that were made for a sale, of files that were deleted. The node deletes them
 * unless something else uses them.
 */
export const unusedPictures: Migration = {
  version: 46,
  sql: `
    CREATE TABLE unused_pictures (
      sha256 BLOB PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER pictures_unused AFTER DELETE ON contents BEGIN
      INSERT OR IGNORE INTO unused_pictures
        SELECT sha256 FROM contents JOIN hidden_contents USING (number)
        WHERE sha256 = old.cover OR sha256 IN (
          SELECT picture FROM (
            SELECT cover_sha256 AS picture FROM chain_contents
              WHERE platform IN (SELECT id FROM platforms) AND chain_contents.sha256 = old.sha256
            UNION ALL
            SELECT preview_sha256 FROM chain_contents
              WHERE platform IN (SELECT id FROM platforms) AND chain_contents.sha256 = old.sha256
          ) WHERE picture IS NOT NULL
        );
    END;
  `,
};
