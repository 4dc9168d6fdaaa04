import { manifestType } from '../../../contract/collections/media-types.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import type { CollectionRow, ContentFacts } from '../collection.ts';
import { CollectionTree } from '../repository/collection-tree.ts';

/** Limits for each followed wallet, which do not count towards those of the user. */
const followedLimits = { collections: 1000, entries: 100_000 } as const;

/** An edition of a collection, as its manifest describes it; `owner`: the wallet that signed it. */
export interface Edition extends Omit<CollectionRow, 'number' | 'createdAt' | 'updatedAt'> {
  owner: RawAddress;
  /** The id of the collection in all its editions. */
  editionOf: string;
  manifest: Buffer;
  publishedAt: number;
  /** Contents, and collections in it as their manifests. */
  entries: readonly ContentFacts[];
}

/** What decides whether an edition is shown. */
export interface EditionSummary extends Pick<Edition, 'owner' | 'editionOf' | 'publishedAt'> {
  /** Number of its entries. */
  size: number;
}

export interface FollowedRow {
  number: number;
  owner: RawAddress;
  manifest: Buffer;
}

/** Stores the collections of followed people. A manifest changes only collections of the wallet that signed it. */
export class FollowedCollectionRepository {
  readonly #inTransaction: InTransaction;
  readonly #tree: CollectionTree;
  readonly #all: Statement<[], FollowedRow>;
  readonly #newest: Statement<[object], { number: number; publishedAt: number }>;
  readonly #has: Statement<[Buffer], unknown>;
  readonly #byManifest: Statement<[Buffer, string], number>;
  readonly #counts: Statement<[object], { collections: number; entries: number }>;
  readonly #write: Statement<[object], number>;
  readonly #clear: Statement<[number]>;
  readonly #addEntry: Statement<[object]>;
  readonly #named: Statement<[object], { entry: number; collection: number }>;
  readonly #nest: Statement<[number, number]>;
  readonly #unnest: Statement<[object]>;
  readonly #remove: Statement<[number]>;

  constructor(db: Db) {
    this.#inTransaction = transactionsOf(db);
    this.#tree = new CollectionTree(db);
    this.#all = db.prepare('SELECT number, owner, manifest FROM collections WHERE owner IS NOT NULL');
    this.#newest = db.prepare(
      `SELECT number, published_at AS publishedAt FROM collections
       WHERE owner = @owner AND edition_of = @editionOf`,
    );
    this.#has = db.prepare('SELECT 1 FROM collections WHERE manifest = ?');
    this.#byManifest = db
      .prepare<[Buffer, string], number>('SELECT number FROM collections WHERE manifest = ? AND owner = ?')
      .pluck();
    this.#counts = db.prepare(
      `SELECT count(DISTINCT collections.number) AS collections, count(collection) AS entries
       FROM collections LEFT JOIN collection_entries ON collection = collections.number
       WHERE owner = @owner AND edition_of <> @editionOf`,
    );
    this.#write = db
      .prepare<[object], number>(
        `INSERT INTO collections (id, kind, title, description, artists, cover, created_at, updated_at, owner,
           edition_of, manifest, published_at)
         VALUES (@id, @kind, @title, @description, @artists, @cover, @at, @publishedAt, @owner,
           @editionOf, @manifest, @publishedAt)
         ON CONFLICT (owner, edition_of) DO UPDATE SET kind = @kind, title = @title,
           description = @description, artists = @artists, cover = @cover, updated_at = @publishedAt,
           manifest = @manifest, published_at = @publishedAt
         RETURNING number`,
      )
      .pluck();
    this.#clear = db.prepare('DELETE FROM collection_entries WHERE collection = ?');
    this.#addEntry = db.prepare(
      `INSERT OR IGNORE INTO collection_entries (collection, position, sha256, name, size, content_type)
       VALUES (@collection, @position, @sha256, @name, @size, @contentType)`,
    );
    this.#named = db.prepare(
      `SELECT collection_entries.number AS entry, collection
       FROM collection_entries JOIN collections ON collections.number = collection
       WHERE sha256 = @manifest AND owner = @owner LIMIT 1`,
    );
    this.#nest = db.prepare('UPDATE collection_entries SET child = ?, sha256 = NULL WHERE number = ?');
    this.#unnest = db.prepare(
      `UPDATE OR IGNORE collection_entries
       SET child = NULL, sha256 = (SELECT manifest FROM collections WHERE number = @number)
       WHERE child = @number AND collection IN (SELECT number FROM collections WHERE owner IS NOT NULL)`,
    );
    this.#remove = db.prepare('DELETE FROM collections WHERE number = ?');
  }

  all(): FollowedRow[] {
    return this.#all.all();
  }

  /** Returns whether a collection is shown by this manifest. */
  has(manifest: Buffer): boolean {
    return this.#has.get(manifest) !== undefined;
  }

  /** Returns why an edition is not shown: one that is as new is known, or a limit of its wallet is reached. */
  refusal({ owner, editionOf, publishedAt, size }: EditionSummary): 'older' | 'full' | undefined {
    const known = this.#newest.get({ owner, editionOf });
    if (known && known.publishedAt >= publishedAt) return 'older';
    const others = this.#counts.get({ owner, editionOf }) ?? { collections: 0, entries: 0 };
    const isFull =
      others.collections >= followedLimits.collections || others.entries + size > followedLimits.entries;
    return isFull ? 'full' : undefined;
  }

  /** Shows an edition unless `refusal` has a reason against it; returns whether it is shown. */
  put(edition: Edition, at: number): boolean {
    const { entries, artists, ...facts } = edition;
    return this.#inTransaction(() => {
      if (this.refusal({ ...facts, size: entries.length })) return false;
      const row = { ...facts, artists: JSON.stringify(artists), at };
      const number = this.#write.get(row) as number;
      this.#clear.run(number);
      for (const [index, entry] of entries.entries())
        this.#addEntry.run({ ...entry, collection: number, position: index + 1 });
      for (const { sha256, contentType } of entries)
        if (contentType === manifestType) this.#nestIn(edition.owner, sha256);
      this.#nestIn(edition.owner, edition.manifest);
      return true;
    });
  }

  /** Removes collections; those in them stay, and those that contain them name their manifests again. */
  remove(numbers: readonly number[]): void {
    this.#inTransaction(() => {
      for (const number of numbers) {
        this.#unnest.run({ number });
        this.#remove.run(number);
      }
    });
  }

  /** Puts a collection in the place of the entry that names its manifest, in a collection of the same wallet. */
  #nestIn(owner: RawAddress, manifest: Buffer): void {
    const child = this.#byManifest.get(manifest, owner);
    if (child === undefined || this.#tree.parentOf(child) !== undefined) return;
    const named = this.#named.get({ owner, manifest });
    if (named && !this.#tree.refusal(named.collection, child)) this.#nest.run(child, named.entry);
  }
}
