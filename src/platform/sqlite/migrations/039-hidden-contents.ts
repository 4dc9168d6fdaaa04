import type { Migration } from '../database.ts';

/**
 * Contents that the owner's lists do not show, because they are manifests of collections, which are listed themselves.
 * They have no row in `content_order`.
 */
export const hiddenContents: Migration = {
  version: 39,
  sql: `
    CREATE TABLE hidden_contents (
      number INTEGER PRIMARY KEY REFERENCES contents (number) ON DELETE CASCADE
    ) STRICT;
    INSERT INTO hidden_contents SELECT number FROM contents
      WHERE content_type = 'application/vnd.alcove.collection+json' AND uploaded_by = 'owner'
        AND name LIKE '%.collection.json';
    DELETE FROM content_order WHERE number IN (SELECT number FROM hidden_contents);
  `,
};
