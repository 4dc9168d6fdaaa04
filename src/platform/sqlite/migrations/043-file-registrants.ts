import type { Migration } from '../database.ts';
import { recount } from './recount-registrations.ts';

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
