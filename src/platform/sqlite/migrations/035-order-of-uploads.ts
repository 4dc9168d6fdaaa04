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

const taken = `(SELECT coalesce(unixepoch(taken_at), unixepoch(created_at / 1000, 'unixepoch', 'localtime'))
  FROM contents LEFT JOIN content_media USING (sha256) WHERE contents.number = content_order.number)`;

/**
 * Rows of `content_order` are written once: the program computes kind, source and the time of a new content. A row
 * without a kind gets all of them from a trigger, as before. A row is deleted before it is written again.
 */
export const orderOfUploads: Migration = {
  version: 35,
  sql: `
    DROP TRIGGER content_order_added;
    DROP TRIGGER content_order_taken;
    DROP TRIGGER content_kinds_replaced;
    CREATE TRIGGER content_order_derived AFTER INSERT ON content_order WHEN new.kind = '' BEGIN
      UPDATE content_order SET kind = ${kind}, source = ${source}, length = ${length}, taken = ${taken}
        WHERE number = new.number;
    END;
    CREATE TRIGGER content_kinds_added AFTER INSERT ON content_order WHEN new.kind <> '' BEGIN
      UPDATE content_kinds SET contents = contents + 1 WHERE kind = new.kind;
    END;
  `,
};
