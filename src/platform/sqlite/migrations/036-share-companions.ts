import type { Migration } from '../database.ts';

/**
 * Pictures and previews on public nodes, sent along with the contents that they belong to.
 * - `shares.is_companion`: no user requested this share itself.
 * - `share_companions.source`: the content whose thumbnail is the picture; null: the picture is a content.
 */
export const shareCompanions: Migration = {
  version: 36,
  sql: `
    ALTER TABLE shares ADD COLUMN is_companion INTEGER NOT NULL DEFAULT 0 CHECK (is_companion IN (0, 1));

    CREATE TABLE share_companions (
      sha256 BLOB NOT NULL,
      host TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('cover', 'preview')),
      companion BLOB NOT NULL,
      source BLOB,
      PRIMARY KEY (sha256, host, role),
      FOREIGN KEY (sha256, host) REFERENCES shares (sha256, host) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX share_companions_by_companion ON share_companions (companion, host);
  `,
};
