import { type BlobFolders, shardNames } from './blob-folders.ts';
import { systemCode } from './system-code.ts';

/** The folder of a store for new files, and during a move the previous one with the remaining files. */
export class StoreRoots {
  current: BlobFolders;
  previous: BlobFolders | undefined;
  #turns = 0;

  constructor(current: BlobFolders, previous: BlobFolders | undefined) {
    this.current = current;
    this.previous = previous;
  }

  /** Returns both, `current` first. */
  get all(): readonly BlobFolders[] {
    return this.previous ? [this.current, this.previous] : [this.current];
  }

  set(current: BlobFolders, previous: BlobFolders | undefined): void {
    this.current = current;
    this.previous = previous;
    this.#turns += 1;
  }

  /**
   * Runs a task with the path of a stored file. If the task fails with `ENOENT`, runs it with the path in the other
   * folder.
   */
  async find<T>(sha256: Uint8Array, use: (path: string, folders: BlobFolders) => Promise<T>): Promise<T> {
    for (let again = false; ; again = true) {
      const turns = this.#turns;
      let missing: unknown;
      for (const folders of this.all) {
        try {
          return await use(folders.pathOf(sha256), folders);
        } catch (error) {
          if (systemCode(error) !== 'ENOENT') throw error;
          missing = error;
        }
      }
      // The file may have been moved to the first folder during the search in the second.
      if (again || (!this.previous && turns === this.#turns)) throw missing;
    }
  }

  /** Iterates over the stored hashes, in order, one batch for each folder. */
  async *batches(): AsyncGenerator<Buffer[]> {
    for (const shard of shardNames) {
      const found = new Map<string, Buffer>();
      // In this order, a file moved between the two listings appears twice instead of never.
      for (const folders of this.all.toReversed()) {
        for (const sha256 of await this.#hashesIn(folders, shard)) found.set(sha256.toString('hex'), sha256);
      }
      yield [...found.values()].sort(Buffer.compare);
    }
  }

  async #hashesIn(folders: BlobFolders, shard: string): Promise<Buffer[]> {
    try {
      return await folders.hashesIn(shard);
    } catch (error) {
      // The last file was moved meanwhile, and the folder removed.
      if (systemCode(error) === 'ENOENT' && !this.all.includes(folders)) return [];
      throw error;
    }
  }
}
