import type { RecoveryRows } from '../../contract/recovery-file.ts';
import type { Db } from '../../platform/sqlite/database.ts';

type Row = RecoveryRows['collections'][number];
type Stored = Omit<Row, 'artists' | 'entries' | 'sold'> & Record<'artists' | 'entries' | 'sold', string>;

/** Limit of names, so that a file with all entries stays small enough. */
const longestName = 100;
/** Limit of sold manifests of a collection. */
const maxSold = 1000;

/** Reads the collections, each with its entries as a list of texts. */
export function readCollections(db: Db): Row[] {
  const rows = db
    .prepare<[], Stored>(
      `SELECT id, kind, title, description, artists, iif(shown IS NULL, NULL, lower(hex(shown))) AS cover,
         created_at, updated_at, (
           SELECT json_group_array(entry) FROM (
             SELECT iif(sha256 IS NULL, '>' || children.id,
               lower(hex(sha256)) || ' ' || substr(entries.name, 1, ${longestName})) AS entry
             FROM collection_entries AS entries LEFT JOIN collections AS children ON children.number = child
             WHERE collection = collections.number AND children.deleted_at IS NULL ORDER BY position
           )
         ) AS entries, (
           SELECT json_group_array(lower(hex(manifest))) FROM (
             SELECT manifest FROM collection_manifests JOIN sealings ON plain_sha256 = manifest
             WHERE collection = collections.number AND registered_at IS NOT NULL
             ORDER BY collection_manifests.number DESC LIMIT ${maxSold}
           )
         ) AS sold
       FROM (
         SELECT *, coalesce(cover, wanted_cover) AS shown FROM collections
         WHERE owner IS NULL AND deleted_at IS NULL
       ) AS collections ORDER BY number`,
    )
    .all();
  return rows.map(({ artists, entries, sold, ...row }) => ({
    ...row,
    artists: JSON.parse(artists) as string[],
    entries: JSON.parse(entries) as string[],
    sold: (JSON.parse(sold) as string[]).reverse(),
  }));
}

/** Writes collections into a database that has none. @throws Error where the rows contradict each other */
export function writeCollections(db: Db, rows: readonly Row[]): void {
  const add = db.prepare(
    `INSERT INTO collections (id, kind, title, description, artists, cover, created_at, updated_at)
     VALUES (@id, @kind, @title, @description, @artists, unhex(@cover), @created_at, @updated_at)`,
  );
  const addContent = db.prepare(
    `INSERT INTO collection_entries (collection, position, sha256, name)
     SELECT number, ?, unhex(?), ? FROM collections WHERE id = ?`,
  );
  const addCollection = db.prepare(
    `INSERT INTO collection_entries (collection, position, child)
     SELECT outer.number, ?, inner.number FROM collections AS outer, collections AS inner
     WHERE outer.id = ? AND inner.id = ?`,
  );
  const addSold = db.prepare(
    `INSERT INTO collection_manifests (collection, manifest)
     SELECT number, unhex(?) FROM collections WHERE id = ?`,
  );
  for (const { entries: _, sold: __, artists, ...row } of rows)
    add.run({ ...row, artists: JSON.stringify(artists) });
  for (const { id, entries, sold } of rows) {
    for (const manifest of sold) addSold.run(manifest, id);
    for (const [index, entry] of entries.entries()) {
      if (entry.startsWith('>')) addCollection.run(index + 1, id, entry.slice(1));
      else addContent.run(index + 1, entry.slice(0, 64), entry.slice(65), id);
    }
  }
}
