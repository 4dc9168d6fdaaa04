import type { Migration } from '../database.ts';

/**
 * Collections and their ordered entries. An entry is a content or another collection, which is in at most one. `name`,
 * `size` and `content_type` describe a content that is no longer stored. `artists` is JSON.
 */
export const collections: Migration = {
  version: 27,
  sql: `
    CREATE TABLE collections (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('album', 'playlist', 'folder')),
      title TEXT NOT NULL,
      description TEXT NOT NULL,
      artists TEXT NOT NULL,
      cover BLOB,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE collection_entries (
      number INTEGER PRIMARY KEY,
      collection INTEGER NOT NULL REFERENCES collections (number) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      sha256 BLOB,
      child INTEGER UNIQUE REFERENCES collections (number) ON DELETE CASCADE,
      name TEXT NOT NULL DEFAULT '',
      size INTEGER NOT NULL DEFAULT 0,
      content_type TEXT NOT NULL DEFAULT '',
      CHECK ((sha256 IS NULL) <> (child IS NULL)),
      UNIQUE (collection, sha256)
    ) STRICT;
    CREATE INDEX collection_entries_in_order ON collection_entries (collection, position);
    CREATE INDEX nested_collections ON collection_entries (collection, position) WHERE child IS NOT NULL;
    CREATE INDEX collections_of_content ON collection_entries (sha256) WHERE sha256 IS NOT NULL;
  `,
};
