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

const revised = 'UPDATE content_index SET revision = revision + changes();';
const ofFile = (sha256: string) => `number = (SELECT number FROM contents WHERE sha256 = ${sha256})`;

const renewed = (sha256: string) => `BEGIN
  UPDATE content_order SET kind = ${kind}, source = ${source}, length = ${length} WHERE ${ofFile(sha256)};
  ${revised} END`;
const retaken = `BEGIN UPDATE content_order SET taken = ${taken} WHERE ${ofFile('new.sha256')}; ${revised} END`;

/**
 * What several replicas of a node need to share contents.
 * - `content_index.revision` counts changes of the order and the words of contents that are no changes of the contents:
 * lists cache their order until it changes. They increased `totals.sequence` before, but its numbers must be the same
 * on all replicas, of which each reads media and the chain in its own time.
 * - `shared_position` has the last change of the shared rows that this database contains; it is empty in a node of its
 * own.
 */
export const sharedContents: Migration = {
  version: 51,
  sql: `
    ALTER TABLE content_index ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

    DROP TRIGGER content_keys_ordered;
    DROP TRIGGER content_keys_reordered;
    DROP TRIGGER content_keys_unordered;
    DROP TRIGGER deliveries_ordered;
    DROP TRIGGER deliveries_unordered;
    DROP TRIGGER registrations_ordered;
    DROP TRIGGER lengths_ordered;
    DROP TRIGGER lengths_reordered;
    DROP TRIGGER pictures_taken;
    DROP TRIGGER pictures_retaken;
    CREATE TRIGGER content_keys_ordered AFTER INSERT ON content_keys ${renewed('new.sealed_sha256')};
    CREATE TRIGGER content_keys_reordered AFTER UPDATE ON content_keys ${renewed('new.sealed_sha256')};
    CREATE TRIGGER content_keys_unordered AFTER DELETE ON content_keys ${renewed('old.sealed_sha256')};
    CREATE TRIGGER deliveries_ordered AFTER INSERT ON deliveries ${renewed('new.sealed_sha256')};
    CREATE TRIGGER deliveries_unordered AFTER DELETE ON deliveries ${renewed('old.sealed_sha256')};
    CREATE TRIGGER registrations_ordered AFTER INSERT ON chain_contents WHEN new.key_hash IS NOT NULL
      ${renewed('new.sha256')};
    CREATE TRIGGER lengths_ordered AFTER INSERT ON content_media WHEN new.duration_ms IS NOT NULL
      ${renewed('new.sha256')};
    CREATE TRIGGER lengths_reordered AFTER UPDATE OF duration_ms ON content_media
      WHEN new.duration_ms IS NOT old.duration_ms ${renewed('new.sha256')};
    CREATE TRIGGER pictures_taken AFTER INSERT ON content_media WHEN new.taken_at IS NOT NULL ${retaken};
    CREATE TRIGGER pictures_retaken AFTER UPDATE OF taken_at ON content_media
      WHEN new.taken_at IS NOT old.taken_at ${retaken};

    CREATE TABLE shared_position (
      history TEXT NOT NULL,
      change INTEGER NOT NULL,
      columns TEXT NOT NULL
    ) STRICT;
  `,
};
