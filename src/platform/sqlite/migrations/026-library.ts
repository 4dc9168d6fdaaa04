import type { Migration } from '../database.ts';

/** The media type shown for a content: for an encrypted file, the type of the plain file. */
const shownType = `iif(content_type <> 'application/octet-stream', content_type, coalesce(
  (SELECT content_keys.content_type FROM content_keys WHERE sealed_sha256 = contents.sha256),
  (SELECT chain_contents.content_type FROM chain_contents WHERE platform IN (SELECT id FROM platforms)
     AND chain_contents.sha256 = contents.sha256 AND key_hash IS NOT NULL ORDER BY chain_contents.id LIMIT 1),
  content_type))`;

const books = [
  'application/pdf',
  'application/epub+zip',
  'application/x-mobipocket-ebook',
  'application/vnd.amazon.ebook',
  'application/x-fictionbook+xml',
  'image/vnd.djvu',
];

const kind = `(SELECT CASE
  WHEN rtrim(substr(type, 1, instr(type || ';', ';') - 1)) IN (${books.map((type) => `'${type}'`).join()}) THEN 'books'
  WHEN type GLOB 'audio/*' THEN 'music'
  WHEN type GLOB 'video/*' THEN 'video'
  WHEN type GLOB 'image/*' THEN 'photos'
  ELSE 'files' END
  FROM (SELECT ${shownType} AS type FROM contents WHERE contents.number = content_order.number))`;

const source = `(SELECT CASE
  WHEN EXISTS (SELECT 1 FROM deliveries WHERE sealed_sha256 = contents.sha256)
    OR EXISTS (SELECT 1 FROM content_keys WHERE sealed_sha256 = contents.sha256 AND origin = 'delivery') THEN 'bought'
  WHEN uploaded_by = 'network' THEN 'others'
  ELSE 'mine' END
  FROM contents WHERE contents.number = content_order.number)`;

const length = `(SELECT duration_ms FROM contents JOIN content_media USING (sha256)
  WHERE contents.number = content_order.number)`;

/**
 * Computes kind, source and length of a content again, and increases the sequence number, because lists cache their
 * order until it changes.
 */
const renewed = (sha256: string) => `
  UPDATE content_order SET kind = ${kind}, source = ${source}, length = ${length}
    WHERE number = (SELECT number FROM contents WHERE sha256 = ${sha256});
  UPDATE totals SET sequence = sequence + changes();`;

/**
 * Counts a content in its current place; the parameters are the signs for the usual counters and for those of the
 * trash.
 */
const counted = (usual: '+' | '-', trash: '+' | '-') => `
  UPDATE trash_usage SET contents = contents ${trash} 1, bytes = bytes ${trash} new.size;
  UPDATE totals SET contents = contents ${usual} 1, content_bytes = content_bytes ${usual} new.size,
    published = published ${usual} new.published;
  UPDATE user_usage SET contents = contents ${usual} 1, content_bytes = content_bytes ${usual} new.size,
    unlisted = unlisted ${usual} (1 - new.published)
    WHERE user_id IN (SELECT user_id FROM content_holders WHERE number = new.number);
  UPDATE copies SET owned = new.deleted_at IS NOT NULL OR new.uploaded_by <> 'network' WHERE number = new.number;`;

/**
 * The order of the owner's lists, and the trash.
 * - `content_order` has a row for each content that is not in the trash. The program writes the folded texts by which
 * lists are sorted; triggers add kind, source and length, and update them when a key, a registration, a delivery or
 * media facts change.
 * - `contents.deleted_at`: in the trash since then, in milliseconds. Such a content counts in `trash_usage` instead of
 * the other counters, except the texts; its copy counts as owned, so that it is not evicted as a copy.
 */
export const library: Migration = {
  version: 26,
  sql: `
    CREATE TABLE content_order (
      number INTEGER PRIMARY KEY REFERENCES contents (number) ON DELETE CASCADE,
      title TEXT NOT NULL,
      author TEXT NOT NULL,
      size INTEGER NOT NULL,
      length INTEGER,
      kind TEXT NOT NULL DEFAULT '',
      source TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE INDEX content_order_by_title ON content_order (title, number, kind, source);
    CREATE INDEX content_order_by_author ON content_order (author, number, kind, source);
    CREATE INDEX content_order_by_size ON content_order (size, number, kind, source);
    CREATE INDEX content_order_by_length ON content_order (length, number, kind, source) WHERE length IS NOT NULL;
    CREATE TRIGGER content_order_added AFTER INSERT ON content_order BEGIN
      UPDATE content_order SET kind = ${kind}, source = ${source}, length = ${length} WHERE number = new.number;
    END;
    CREATE INDEX deliveries_by_file ON deliveries (sealed_sha256);
    CREATE TRIGGER content_keys_ordered AFTER INSERT ON content_keys BEGIN ${renewed('new.sealed_sha256')} END;
    CREATE TRIGGER content_keys_reordered AFTER UPDATE ON content_keys BEGIN ${renewed('new.sealed_sha256')} END;
    CREATE TRIGGER content_keys_unordered AFTER DELETE ON content_keys BEGIN ${renewed('old.sealed_sha256')} END;
    CREATE TRIGGER deliveries_ordered AFTER INSERT ON deliveries BEGIN ${renewed('new.sealed_sha256')} END;
    CREATE TRIGGER deliveries_unordered AFTER DELETE ON deliveries BEGIN ${renewed('old.sealed_sha256')} END;
    CREATE TRIGGER registrations_ordered AFTER INSERT ON chain_contents WHEN new.key_hash IS NOT NULL BEGIN
      ${renewed('new.sha256')}
    END;
    CREATE TRIGGER lengths_ordered AFTER INSERT ON content_media WHEN new.duration_ms IS NOT NULL BEGIN
      ${renewed('new.sha256')}
    END;
    CREATE TRIGGER lengths_reordered AFTER UPDATE OF duration_ms ON content_media
    WHEN new.duration_ms IS NOT old.duration_ms BEGIN
      ${renewed('new.sha256')}
    END;
    UPDATE content_index SET version = 0;

    ALTER TABLE contents ADD COLUMN deleted_at INTEGER;
    CREATE INDEX contents_in_trash ON contents (deleted_at, number) WHERE deleted_at IS NOT NULL;
    CREATE TABLE trash_usage (contents INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
    INSERT INTO trash_usage VALUES (0, 0);
    CREATE TRIGGER contents_trashed AFTER UPDATE OF deleted_at ON contents
    WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN ${counted('-', '+')} END;
    CREATE TRIGGER contents_restored AFTER UPDATE OF deleted_at ON contents
    WHEN old.deleted_at IS NOT NULL AND new.deleted_at IS NULL BEGIN ${counted('+', '-')} END;

    DROP TRIGGER IF EXISTS holders_removed;
    CREATE TRIGGER holders_removed AFTER DELETE ON content_holders
    WHEN (SELECT deleted_at FROM contents WHERE number = old.number) IS NULL BEGIN
      UPDATE user_usage SET contents = contents - 1,
        content_bytes = content_bytes - (SELECT size FROM contents WHERE number = old.number),
        unlisted = unlisted - (SELECT 1 - published FROM contents WHERE number = old.number)
        WHERE user_id = old.user_id;
    END;
    DROP TRIGGER IF EXISTS contents_removed;
    CREATE TRIGGER contents_removed AFTER DELETE ON contents BEGIN
      UPDATE totals SET contents = contents - 1, content_bytes = content_bytes - old.size,
        published = published - old.published WHERE old.deleted_at IS NULL;
      UPDATE trash_usage SET contents = contents - 1, bytes = bytes - old.size WHERE old.deleted_at IS NOT NULL;
      INSERT INTO content_names (content_names, rowid, name) VALUES ('delete', old.number,
        iif(instr(old.name, old.title), old.name, old.name || char(10) || old.title));
    END;
  `,
};
