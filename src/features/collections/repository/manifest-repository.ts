import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Stores the manifests that were made of each collection. */
export class ManifestRepository {
  readonly #put: Statement<[number, Buffer]>;
  readonly #remove: Statement<[Buffer]>;
  readonly #of: Statement<[number], Buffer>;

  constructor(db: Db) {
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO collection_manifests (collection, manifest) VALUES (?, ?)',
    );
    this.#remove = db.prepare('DELETE FROM collection_manifests WHERE manifest = ?');
    this.#of = db
      .prepare<[number], Buffer>(
        'SELECT manifest FROM collection_manifests WHERE collection = ? ORDER BY number DESC',
      )
      .pluck();
  }

  /** Records a manifest as the newest of its collection. */
  put(collection: number, manifest: Buffer): void {
    this.#put.run(collection, manifest);
  }

  /** Forgets a manifest; returns whether it was made here. */
  remove(manifest: Buffer): boolean {
    return this.#remove.run(manifest).changes > 0;
  }

  /** Returns the manifests of a collection, the newest first. */
  of(collection: number): Buffer[] {
    return this.#of.all(collection);
  }
}
