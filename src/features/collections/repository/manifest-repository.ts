import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { commitAtOnce } from '../../../platform/sqlite/job-commands.ts';

/** Stores the manifests that were made of each collection. */
export class ManifestRepository {
  readonly #commands: Commands;
  readonly #put: Statement<[{ collection: number; manifest: Buffer }]>;
  readonly #remove: Statement<[Buffer]>;
  readonly #of: Statement<[number], Buffer>;

  constructor(db: Db, commands: Commands) {
    this.#commands = commands;
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO collection_manifests (collection, manifest)
       SELECT number, @manifest FROM collections WHERE number = @collection`,
    );
    this.#remove = db.prepare('DELETE FROM collection_manifests WHERE manifest = ?');
    this.#of = db
      .prepare<[number], Buffer>(
        'SELECT manifest FROM collection_manifests WHERE collection = ? ORDER BY number DESC',
      )
      .pluck();
  }

  /** Records a manifest as the newest of its collection. */
  async put(collection: number, manifest: Buffer): Promise<void> {
    await commitAtOnce(this.#commands, () => this.#put.run({ collection, manifest }));
  }

  /** Forgets a manifest; returns whether it was made here. */
  remove(manifest: Buffer): Promise<boolean> {
    return commitAtOnce(this.#commands, () => this.#remove.run(manifest).changes > 0);
  }

  /** Returns the manifests of a collection, the newest first. */
  of(collection: number): Buffer[] {
    return this.#of.all(collection);
  }
}
