import { collectionLimits } from '../../../contract/dashboard-api/library/collections.ts';
import type { FolderCollections } from '../../collections/index.ts';
import type { Content } from '../../content/index.ts';
import { type BytePath, isBelow, nameOf, parentOf } from '../byte-path.ts';
import type {
  KnownDirectory,
  WatchedDirectoryRepository,
} from '../repository/watched-directory-repository.ts';
import type { Changes } from '../scan/changes.ts';
import type { SeenDirectory } from '../scan/walk.ts';

interface Options {
  directories: WatchedDirectoryRepository;
  collections: FolderCollections;
}

const longestTitle = 200;

/** Keeps the collections of one watched folder and the folders in it. */
export class FolderEntries {
  readonly #options: Options;
  readonly #folder: { number: number; name: string };
  #known: Map<BytePath, KnownDirectory>;

  constructor(options: Options, folder: { number: number; name: string }) {
    this.#options = options;
    this.#folder = folder;
    this.#known = options.directories.all(folder.number);
  }

  get known(): ReadonlyMap<BytePath, KnownDirectory> {
    return this.#known;
  }

  /** Creates the collections of folders that have none yet, parents first. */
  create(directories: readonly SeenDirectory[], wanted: ReadonlySet<BytePath>): void {
    for (const directory of directories) {
      const { path } = directory;
      if (this.#known.has(path) || !this.#isNeeded(path, wanted)) continue;
      const parent = path === '' ? null : this.collectionOf(parentOf(path));
      if (parent === undefined) continue;
      // Files of a folder that is too deep belong to the deepest collection that is allowed.
      if (parent !== null && this.#options.collections.depthOf(parent) >= collectionLimits.depth) continue;
      const collection = this.#options.collections.create(this.#titleOf(path), parent);
      if (collection === undefined) continue;
      this.#options.directories.put(this.#folder.number, directory, collection);
      this.#known.set(path, { ...directory, collection });
    }
  }

  /** Returns the collection of a folder, or of the deepest one above it that has one. */
  collectionOf(directory: BytePath): string | undefined {
    return (this.#known.get(directory) ?? this.#nearest(directory))?.collection;
  }

  /** Updates folders that were moved or renamed. */
  move(moved: Changes['movedDirectories']): void {
    const { directories, collections } = this.#options;
    for (const { from, to } of moved) {
      // The folder may have moved together with the one that contains it.
      const [now] = [...this.#known.values()].filter(({ collection }) => collection === from.collection);
      if (!now) continue;
      if (now.path !== to.path) {
        directories.move(this.#folder.number, now.path, to.path);
        this.#known = directories.all(this.#folder.number);
      }
      collections.rename(from.collection, this.#titleOf(from.path), this.#titleOf(to.path));
      const parent = this.collectionOf(parentOf(to.path));
      if (parent !== undefined) collections.nest(from.collection, parent);
    }
  }

  /** Adds an entry before another one, or at the end. */
  add(path: BytePath, { sha256, size, contentType }: Content, before: Buffer | undefined): void {
    const collection = this.collectionOf(parentOf(path));
    if (collection === undefined) return;
    const entry = { sha256, size, contentType, name: nameOf(path) };
    this.#options.collections.insert(collection, entry, before);
  }

  remove(path: BytePath, sha256: Buffer): void {
    const collection = this.collectionOf(parentOf(path));
    if (collection !== undefined) this.#options.collections.remove(collection, sha256);
  }

  /** Deletes the empty collections of removed folders, the deepest first. */
  clean(seen: readonly SeenDirectory[]): void {
    const there = new Set(seen.map(({ path }) => path));
    const missing = [...this.#known.keys()].filter((path) => path !== '' && !there.has(path));
    for (const path of missing.sort((a, b) => b.length - a.length)) {
      if (!this.#options.collections.deleteEmpty(this.#known.get(path)?.collection ?? '')) continue;
      this.#options.directories.remove(this.#folder.number, path);
      this.#known.delete(path);
    }
  }

  #isNeeded(path: BytePath, wanted: ReadonlySet<BytePath>): boolean {
    if (wanted.has(path)) return true;
    for (const one of wanted) if (isBelow(one, path)) return true;
    return false;
  }

  #nearest(directory: BytePath): KnownDirectory | undefined {
    for (let above = directory; above !== ''; above = parentOf(above)) {
      const known = this.#known.get(parentOf(above));
      if (known) return known;
    }
    return undefined;
  }

  #titleOf(path: BytePath): string {
    const name = path === '' ? this.#folder.name : nameOf(path);
    return name.trim().slice(0, longestTitle).trim() || '?';
  }
}
