import type { Migration } from '../database.ts';

/** When a picture was taken, or else when the content was added, in seconds of local time. */
const taken = `(SELECT coalesce(unixepoch(taken_at), unixepoch(created_at / 1000, 'unixepoch', 'localtime'))
  FROM contents LEFT JOIN content_media USING (sha256) WHERE contents.number = content_order.number)`;

const retaken = `
  UPDATE content_order SET taken = ${taken} WHERE number = (SELECT number FROM contents WHERE sha256 = new.sha256);
  UPDATE totals SET sequence = sequence + changes();`;

const counted = (kind: string, sign: '+' | '-') =>
  `UPDATE content_kinds SET contents = contents ${sign} 1 WHERE kind = ${kind};`;

/**
 * Lists of pictures by month, and the number of contents of each kind.
 * - `content_media.taken_at` is the date in a picture, which has no time zone.
 * - `content_kinds` counts the rows of `content_order`. Replacing a row deletes it without a trigger, hence the one
 * before the insertion. A new row has no kind until another trigger sets it.
 */
export const months: Migration = {
  version: 33,
  sql: `
    ALTER TABLE content_media ADD COLUMN taken_at TEXT;
    ALTER TABLE content_order ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
    UPDATE content_order SET taken = ${taken};
    CREATE INDEX content_order_by_taken ON content_order (taken, number, kind, source);
    CREATE TRIGGER content_order_taken AFTER INSERT ON content_order BEGIN
      UPDATE content_order SET taken = ${taken} WHERE number = new.number;
    END;
    CREATE TRIGGER pictures_taken AFTER INSERT ON content_media WHEN new.taken_at IS NOT NULL BEGIN ${retaken} END;
    CREATE TRIGGER pictures_retaken AFTER UPDATE OF taken_at ON content_media WHEN new.taken_at IS NOT old.taken_at BEGIN
      ${retaken}
    END;

    CREATE TABLE content_kinds (kind TEXT PRIMARY KEY, contents INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO content_kinds SELECT value, (SELECT count(*) FROM content_order WHERE kind = value)
      FROM json_each('["music", "video", "books", "photos", "files"]');
    CREATE TRIGGER content_kinds_replaced BEFORE INSERT ON content_order BEGIN
      ${counted('(SELECT kind FROM content_order WHERE number = new.number)', '-')}
    END;
    CREATE TRIGGER content_kinds_changed AFTER UPDATE OF kind ON content_order WHEN new.kind <> old.kind BEGIN
      ${counted('old.kind', '-')}
      ${counted('new.kind', '+')}
    END;
    CREATE TRIGGER content_kinds_removed AFTER DELETE ON content_order BEGIN ${counted('old.kind', '-')} END;
  `,
};
