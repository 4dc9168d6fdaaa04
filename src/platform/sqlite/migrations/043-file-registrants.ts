import type { Migration } from '../database.ts';

/** Sets anew which registration of a file counts, on each platform. */
const recount = (sha256: string) => `
  UPDATE chain_contents SET is_first = 0
    WHERE platform IN (SELECT id FROM platforms) AND sha256 = ${sha256} AND is_first = 1;
  UPDATE chain_contents SET is_first = 1 WHERE id IN (
    SELECT id FROM (SELECT chain_contents.id,
        row_number() OVER (PARTITION BY platforms.id ORDER BY chain_contents.created_at, content_index) AS place
      FROM platforms CROSS JOIN chain_contents ON platform = platforms.id
      LEFT JOIN file_registrants
        ON file_registrants.sha256 = ${sha256} AND file_registrants.network = platforms.network
      WHERE chain_contents.sha256 = ${sha256} AND coalesce(sender = wallet, 1)) WHERE place = 1);`;

/**
 * Wallets that encrypted files name as the senders of their registrations, so that copies of a registration do not
 * count. `is_first` of a content: it is the first that counts for its file. Senders of registrations from before are
 * not known; these count.
 */
export const fileRegistrants: Migration = {
  version: 43,
  sql: `
    ALTER TABLE chain_contents ADD COLUMN sender TEXT;
    CREATE INDEX chain_contents_first ON chain_contents (platform, sha256) WHERE is_first = 1;

    CREATE TABLE file_registrants (
      sha256 BLOB PRIMARY KEY REFERENCES contents (sha256) ON DELETE CASCADE,
      network TEXT NOT NULL,
      wallet TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER file_registrants_added AFTER INSERT ON file_registrants BEGIN ${recount('new.sha256')} END;
    CREATE TRIGGER file_registrants_removed AFTER DELETE ON file_registrants BEGIN ${recount('old.sha256')} END;
  `,
};
