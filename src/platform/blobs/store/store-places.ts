import { type BlobFolders, shardNames } from './blob-folders.ts';
import { systemCode } from './disk-errors.ts';

/**
 * Where a store lies: in one folder, or, while it moves, in two. Everything new goes to `current`; what is not there
 * yet is in `previous`.
 */
export class StorePlaces {
  #current: BlobFolders;
  #previous: BlobFolders | undefined;
  #all: readonly BlobFolders[] = [];
  #turns = 0;

  constructor(current: BlobFolders, previous: BlobFolders | undefined) {
    this.#current = current;
    this.#previous = previous;
    this.set(current, previous);
  }

  get current(): BlobFolders {
    return this.#current;
  }

  get previous(): BlobFolders | undefined {
    return this.#previous;
  }

  /** Both, `current` first. */
  get all(): readonly BlobFolders[] {
    return this.#all;
  }

  set(current: BlobFolders, previous: BlobFolders | undefined): void {
    this.#current = current;
    this.#previous = previous;
    this.#all = previous ? [current, previous] : [current];
    this.#turns += 1;
  }

  /**
   * Does something with the path of a stored file, wherever that is.
   * @param use fails with `ENOENT` where there is no such file, having done nothing; it is tried elsewhere then
   */
  async find<T>(sha256: Uint8Array, use: (path: string, folders: BlobFolders) => Promise<T>): Promise<T> {
    for (let again = false; ; again = true) {
      const turns = this.#turns;
      let missing: unknown;
      for (const folders of this.#all) {
        try {
          return await use(folders.pathOf(sha256), folders);
        } catch (error) {
          if (systemCode(error) !== 'ENOENT') throw error;
          missing = error;
        }
      }
      // It may have been moved to the first place while this looked in the second.
      if (again || (!this.#previous && turns === this.#turns)) throw missing;
    }
  }

  /** The hashes of what is stored, in order, one batch for each folder. */
  async *batches(): AsyncGenerator<Buffer[]> {
    for (const shard of shardNames) {
      const found = new Map<string, Buffer>();
      // What moves between the two looks is seen twice, not never.
      for (const folders of this.#all.toReversed()) {
        for (const sha256 of await this.#hashesIn(folders, shard)) found.set(sha256.toString('hex'), sha256);
      }
      yield [...found.values()].sort(Buffer.compare);
    }
  }

  async #hashesIn(folders: BlobFolders, shard: string): Promise<Buffer[]> {
    try {
      return await folders.hashesIn(shard);
    } catch (error) {
      // Its last file was moved meanwhile, and the folder removed.
      if (systemCode(error) === 'ENOENT' && !this.#all.includes(folders)) return [];
      throw error;
    }
  }
}
