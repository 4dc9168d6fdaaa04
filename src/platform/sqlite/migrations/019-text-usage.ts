import type { Migration } from '../database.ts';

const textOf = (row: 'old' | 'new' | 'contents') =>
  `(octet_length(${row}.description) + octet_length(${row}.authors) + octet_length(${row}.hashtags) - 4)`;

/**
 * Bytes of descriptions, authors and hashtags of the contents of each user, by `uploaded_by`; an empty list takes two
 * bytes and counts as none. Triggers maintain the sums. Also an index of complete uploads in parts, of which only the
 * newest are kept.
 */
export const textUsage: Migration = {
  version: 19,
  sql: `
    CREATE TABLE text_usage (user_id TEXT PRIMARY KEY, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO text_usage SELECT uploaded_by, sum${textOf('contents')} FROM contents GROUP BY uploaded_by;
    ALTER TABLE totals ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0;
    UPDATE totals SET text_bytes = coalesce((SELECT sum(bytes) FROM text_usage), 0);

    CREATE INDEX finished_uploads ON partial_uploads (principal, last_part_at) WHERE sha256 IS NOT NULL;

    CREATE TRIGGER texts_added AFTER INSERT ON contents WHEN ${textOf('new')} > 0 BEGIN
      UPDATE totals SET text_bytes = text_bytes + ${textOf('new')};
      INSERT INTO text_usage VALUES (new.uploaded_by, ${textOf('new')})
        ON CONFLICT (user_id) DO UPDATE SET bytes = bytes + excluded.bytes;
    END;
    CREATE TRIGGER texts_changed AFTER UPDATE OF description, authors, hashtags, uploaded_by ON contents
    WHEN ${textOf('old')} <> ${textOf('new')} OR old.uploaded_by <> new.uploaded_by BEGIN
      UPDATE totals SET text_bytes = text_bytes + ${textOf('new')} - ${textOf('old')};
      UPDATE text_usage SET bytes = bytes - ${textOf('old')} WHERE user_id = old.uploaded_by;
      INSERT INTO text_usage VALUES (new.uploaded_by, ${textOf('new')})
        ON CONFLICT (user_id) DO UPDATE SET bytes = bytes + excluded.bytes;
    END;
    CREATE TRIGGER texts_removed AFTER DELETE ON contents WHEN ${textOf('old')} > 0 BEGIN
      UPDATE totals SET text_bytes = text_bytes - ${textOf('old')};
      UPDATE text_usage SET bytes = bytes - ${textOf('old')} WHERE user_id = old.uploaded_by;
    END;
  `,
};
