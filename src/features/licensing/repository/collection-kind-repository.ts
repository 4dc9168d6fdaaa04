import type { CollectionKind } from '../../../contract/collections/manifest.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Stores the kinds of collections whose signed lists this node has read, because lists of contents show them. */
export class CollectionKindRepository {
  readonly #get: Statement<[Buffer], { kind: CollectionKind }>;
  readonly #put: Statement<[Buffer, CollectionKind]>;

  constructor(db: Db) {
    this.#get = db.prepare('SELECT kind FROM collection_kinds WHERE sha256 = ?');
    this.#put = db.prepare(
      `INSERT INTO collection_kinds (sha256, kind) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET kind = excluded.kind WHERE kind <> excluded.kind`,
    );
  }

  /** Returns the kind of a sold collection or of a list; undefined while it is unknown. */
  of(sha256: Buffer): CollectionKind | undefined {
    return this.#get.get(sha256)?.kind;
  }

  /** Stores a kind; returns whether it is new. */
  put(sha256: Buffer, kind: CollectionKind): boolean {
    return this.#put.run(sha256, kind).changes > 0;
  }
}
