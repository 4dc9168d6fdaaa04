import type { Migration } from '../database.ts';

/**
 * Folders whose files are added, and what is known of their files. Paths are bytes below the folder, with `/` between
 * names, because names need not be text. `mtime` is in microseconds; `device` and `inode` are decimal, since they need
 * 64 bits. `sha256` is null until the first bytes of a file are stored; `adding_since` is set while they are added.
 * `is_own`: the folder brought the content here. `watched_removals` are contents that no longer are in a mirrored folder.
 */
export const watchedFolders: Migration = {
  version: 32,
  sql: `
    CREATE TABLE watched_folders (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      path TEXT NOT NULL UNIQUE,
      mode TEXT NOT NULL CHECK (mode IN ('add', 'mirror')),
      paused INTEGER NOT NULL DEFAULT 0,
      scanned_at INTEGER
    ) STRICT;

    CREATE TABLE watched_files (
      folder INTEGER NOT NULL REFERENCES watched_folders (number) ON DELETE CASCADE,
      path BLOB NOT NULL,
      size INTEGER NOT NULL,
      mtime INTEGER NOT NULL,
      device TEXT NOT NULL,
      inode TEXT NOT NULL,
      sha256 BLOB,
      is_own INTEGER NOT NULL DEFAULT 0,
      adding_since INTEGER,
      missing_since INTEGER,
      PRIMARY KEY (folder, path)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX watched_files_of_content ON watched_files (sha256) WHERE sha256 IS NOT NULL;

    CREATE TABLE watched_directories (
      folder INTEGER NOT NULL REFERENCES watched_folders (number) ON DELETE CASCADE,
      path BLOB NOT NULL,
      device TEXT NOT NULL,
      inode TEXT NOT NULL,
      collection TEXT NOT NULL,
      PRIMARY KEY (folder, path)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE watched_removals (
      folder INTEGER NOT NULL REFERENCES watched_folders (number) ON DELETE CASCADE,
      sha256 BLOB NOT NULL,
      PRIMARY KEY (folder, sha256)
    ) STRICT, WITHOUT ROWID;
  `,
};
