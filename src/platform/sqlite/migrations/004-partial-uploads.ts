import type { Migration } from '../database.ts';

/**
 * Uploads in parts and their synced sizes. An upload with a hash is complete; its row stays for a while for clients
 * that lost the last response.
 */
export const partialUploads: Migration = {
  version: 4,
  sql: `
    CREATE TABLE partial_uploads (
      id TEXT PRIMARY KEY,
      principal TEXT NOT NULL,
      user_id TEXT NOT NULL,
      file_name TEXT,
      declared_type TEXT,
      size INTEGER NOT NULL,
      sha256 BLOB,
      last_part_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX partial_uploads_by_age ON partial_uploads (last_part_at);
    CREATE INDEX unfinished_uploads ON partial_uploads (principal) WHERE sha256 IS NULL;
  `,
};
