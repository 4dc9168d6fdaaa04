import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { CollectionRow, CollectionSummary, EntryPicture, EntryRow } from '../collection.ts';
import { CollectionTree } from './collection-tree.ts';

/** SQL for an entry whose collection, if it is one, is not in the trash without the collection that contains it. */
const isNested = `(child IS NULL OR (SELECT deleted_at FROM collections WHERE number = child)
  IS (SELECT deleted_at FROM collections WHERE number = collection))`;

/** SQL for entries that are shown; those in the trash keep their place, but are hidden. */
const isShown = `NOT EXISTS (SELECT 1 FROM contents AS trashed
  WHERE trashed.sha256 = collection_entries.sha256 AND trashed.deleted_at IS NOT NULL) AND ${isNested}`;

type Stored = Omit<CollectionRow, 'artists'> & {
  artists: string;
  parentId: string | null;
  parentTitle: string | null;
  items: number;
};

/** SQL for the collection that contains another one. */
const parents = `FROM collection_entries JOIN collections AS parents ON parents.number = collection
    WHERE child = collections.number`;

const columns = `collections.number, collections.id, collections.kind, collections.title, collections.description,
  collections.artists, collections.cover, collections.owner, collections.created_at AS createdAt, collections.updated_at AS updatedAt,
  (SELECT parents.id ${parents}) AS parentId, (SELECT parents.title ${parents}) AS parentTitle,
  (SELECT count(*) FROM collection_entries WHERE collection = collections.number AND ${isShown}) AS items`;

const isTop = 'NOT EXISTS (SELECT 1 FROM collection_entries WHERE child = collections.number)';
const isListed = 'deleted_at IS NULL AND (owner IS NULL OR NOT @isOwn)';
const matches = `(title LIKE @pattern ESCAPE '\\' OR artists LIKE @pattern ESCAPE '\\')`;

/** SQL for collections in the trash, without those in another one there. */
const isInTrash = `deleted_at IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM collection_entries JOIN collections AS parents ON parents.number = collection
  WHERE child = collections.number AND parents.deleted_at = collections.deleted_at)`;

/** SQL for each of the collections `?` (JSON) with all collections in it. */
const insideEach = `WITH RECURSIVE inside (root, number) AS (
  SELECT value, value FROM json_each(?)
  UNION ALL
  SELECT root, child FROM inside JOIN collection_entries ON collection = inside.number
    WHERE child IS NOT NULL AND ${isNested}
)`;

/** Number of entries in which covers are searched, because a list shows many collections. */
const maxSearched = 100;

const picturesOf = `WITH RECURSIVE inside (number, depth) AS (
  VALUES (CAST(? AS INTEGER), 1)
  UNION ALL
  SELECT child, depth + 1 FROM inside JOIN collection_entries ON collection = inside.number
    WHERE child IS NOT NULL AND ${isNested} ORDER BY 2 LIMIT 20
)
SELECT contents.cover, contents.sha256, made_at AS madeAt, album, length(thumbnail) AS bytes FROM (
  SELECT sha256, depth, position FROM inside JOIN collection_entries ON collection = inside.number
    WHERE sha256 IS NOT NULL ORDER BY depth, position LIMIT ${maxSearched}
) AS first JOIN contents ON contents.sha256 = first.sha256 AND contents.deleted_at IS NULL
LEFT JOIN content_media ON content_media.sha256 = first.sha256 AND thumbnail_type IS NOT NULL
LEFT JOIN media_previews ON media_previews.sha256 = content_media.sha256
WHERE contents.cover IS NOT NULL OR made_at IS NOT NULL
ORDER BY depth, position`;

interface PictureRow {
  cover: Buffer | null;
  sha256: Buffer;
  madeAt: number;
  /** The tag of a song. */
  album: string | null;
  /** Length of the thumbnail. */
  bytes: number | null;
}

/** Equal for the same picture; songs of an album usually have the same one, and reading all would take long. */
const pictureKeyOf = ({ cover, sha256, album, bytes }: PictureRow): string =>
  cover || album === null ? (cover ?? sha256).toString('hex') : `${bytes} ${album}`;

type Sums = Pick<CollectionSummary, 'contents' | 'size' | 'lengthMs' | 'tracks'>;

interface ListedCollections {
  q: string;
  own: boolean;
  nested?: boolean;
  skip: number;
  limit: number;
}

/** The sums of a collection without contents. */
const noSums: Sums = { contents: 0, size: 0, lengthMs: 0, tracks: 0 };

/** Reads collections and their entries. */
export class CollectionListRepository {
  readonly #tree: CollectionTree;
  readonly #one: Statement<[string], Stored>;
  readonly #ownerOf: Statement<[string], RawAddress | null>;
  readonly #some: Statement<[string], Stored>;
  readonly #containing: Statement<[Buffer], { id: string; title: string }>;
  readonly #collected: Statement<[{ hashes: string; count: number }], unknown>;
  readonly #lists: Record<
    'top' | 'nested' | 'matching',
    { page: Statement<[object], Stored>; count: Statement<[object], number> }
  >;
  readonly #deleted: Statement<[object], Stored & { deletedAt: number }>;
  readonly #countDeleted: Statement<[], number>;
  readonly #sums: Statement<[string], Sums & { root: number }>;
  readonly #pictures: Statement<[number], PictureRow>;
  readonly #entries: Statement<[object], { child: number | null } & Extract<EntryRow, { sha256: Buffer }>>;

  constructor(db: Db) {
    this.#tree = new CollectionTree(db);
    this.#one = db.prepare(`SELECT ${columns} FROM collections WHERE id = ? AND deleted_at IS NULL`);
    this.#ownerOf = db
      .prepare<[string], RawAddress | null>('SELECT owner FROM collections WHERE id = ?')
      .pluck();
    this.#some = db.prepare(
      `SELECT ${columns} FROM collections WHERE number IN (SELECT value FROM json_each(?))`,
    );
    this.#containing = db.prepare(
      `SELECT id, collections.title FROM collection_entries JOIN collections ON collections.number = collection
       WHERE sha256 = ? AND deleted_at IS NULL ORDER BY collections.number DESC`,
    );
    this.#collected = db.prepare(
      `SELECT 1 FROM collection_entries WHERE sha256 IN (SELECT unhex(value) FROM json_each(@hashes))
         AND collection IN (SELECT number FROM collections WHERE owner IS NULL AND deleted_at IS NULL)
       GROUP BY collection HAVING count(*) = @count LIMIT 1`,
    );
    const page = 'ORDER BY number DESC LIMIT @limit OFFSET @skip';
    const listed = (which: string): Statement<[object], Stored> =>
      db.prepare(`SELECT ${columns} FROM collections WHERE ${which} AND ${isListed} ${page}`);
    const count = (which: string): Statement<[object], number> =>
      db.prepare<[object], number>(`SELECT count(*) FROM collections WHERE ${which} AND ${isListed}`).pluck();
    this.#lists = {
      top: { page: listed(isTop), count: count(isTop) },
      nested: { page: listed(`NOT ${isTop}`), count: count(`NOT ${isTop}`) },
      matching: { page: listed(matches), count: count(matches) },
    };
    this.#deleted = db.prepare(
      `SELECT ${columns}, deleted_at AS deletedAt FROM collections WHERE ${isInTrash}
       ORDER BY deleted_at DESC, number DESC LIMIT @limit OFFSET @skip`,
    );
    this.#countDeleted = db
      .prepare<[], number>(`SELECT count(*) FROM collections WHERE ${isInTrash}`)
      .pluck();
    this.#sums = db.prepare(
      `${insideEach} SELECT root, count(*) AS contents, sum(size) AS size, total(duration_ms) AS lengthMs,
         sum(duration_ms IS NOT NULL OR content_type LIKE 'audio/%' OR content_type LIKE 'video/%') AS tracks
       FROM inside JOIN collection_entries ON collection = inside.number
       LEFT JOIN content_media ON content_media.sha256 = collection_entries.sha256
       WHERE collection_entries.sha256 IS NOT NULL AND ${isShown} GROUP BY root`,
    );
    this.#pictures = db.prepare(picturesOf);
    this.#entries = db.prepare(
      `SELECT child, collection_entries.sha256, name, size, content_type AS contentType, duration_ms AS durationMs
       FROM collection_entries LEFT JOIN content_media ON content_media.sha256 = collection_entries.sha256
       WHERE collection = @collection AND ${isShown} ORDER BY position LIMIT @limit OFFSET @skip`,
    );
  }

  get(id: string): CollectionSummary | undefined {
    const row = this.#one.get(id);
    return row && this.#summaries([row])[0];
  }

  /** Returns the followed wallet that published a collection; null for one of the user. */
  ownerOf(id: string): RawAddress | null | undefined {
    return this.#ownerOf.get(id);
  }

  /** Returns collections by their numbers. */
  some(numbers: readonly number[]): Map<number, CollectionSummary> {
    const rows = this.#some.all(JSON.stringify(numbers));
    return new Map(this.#summaries(rows).map((row) => [row.number, row]));
  }

  /** Returns the collections that contain a content, newest first. */
  containing(sha256: Buffer): { id: string; title: string }[] {
    return this.#containing.all(sha256);
  }

  /** Returns whether a collection of the user contains all these contents, each of which is named once. */
  isCollected(hashes: readonly Buffer[]): boolean {
    const given = JSON.stringify(hashes.map((sha256) => sha256.toString('hex')));
    return this.#collected.get({ hashes: given, count: hashes.length }) !== undefined;
  }

  /** Returns the collections that contain a collection, the topmost first. */
  pathOf({ number }: Pick<CollectionRow, 'number'>): { id: string; title: string }[] {
    return this.#tree.pathOf(number);
  }

  /** Returns collections, newest first: those that match `q`; without `q`, the nested or the top-level ones. */
  page({ q, own, nested = false, skip, limit }: ListedCollections): {
    items: CollectionSummary[];
    total: number;
  } {
    const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    const filter = { pattern, isOwn: own ? 1 : 0 };
    const { page, count } = this.#lists[q !== '' ? 'matching' : nested ? 'nested' : 'top'];
    const rows = page.all({ ...filter, skip, limit });
    return { items: this.#summaries(rows), total: count.get(filter) ?? 0 };
  }

  /** Returns the collections in the trash, the last deleted first. */
  deleted(place: { skip: number; limit: number }): {
    items: (CollectionSummary & { deletedAt: number })[];
    total: number;
  } {
    return { items: this.#summaries(this.#deleted.all(place)), total: this.#countDeleted.get() ?? 0 };
  }

  /** Returns entries in their order. */
  entries(collection: number, { skip, limit }: { skip: number; limit: number }): EntryRow[] {
    return this.#entries
      .all({ collection, skip, limit })
      .map(({ child, ...facts }) => (child === null ? facts : { child }));
  }

  #summaries<Row extends Stored>(rows: readonly Row[]): (CollectionSummary & Omit<Row, keyof Stored>)[] {
    const sums = this.#sums.all(JSON.stringify(rows.map(({ number }) => number)));
    const sumOf = new Map(sums.map((sum) => [sum.root, sum]));
    return rows.map((row) => {
      const { contents, size, lengthMs, tracks } = sumOf.get(row.number) ?? noSums;
      return {
        ...row,
        artists: JSON.parse(row.artists) as string[],
        contents,
        size,
        lengthMs,
        tracks,
        pictures: this.#picturesOf(row),
      };
    });
  }

  #picturesOf({ number, cover: own }: Stored): EntryPicture[] {
    if (own !== null) return [];
    const pictures = new Map<string, EntryPicture>();
    for (const row of this.#pictures.all(number)) {
      const { cover, sha256, madeAt } = row;
      const key = pictureKeyOf(row);
      if (!pictures.has(key)) pictures.set(key, cover ? { cover } : { thumbnail: sha256, madeAt });
    }
    return [...pictures.values()];
  }
}
