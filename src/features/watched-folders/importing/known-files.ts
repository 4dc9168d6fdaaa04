import { type BytePath, compareNaturally, parentOf } from '../byte-path.ts';
import type { KnownFile } from '../repository/watched-file-repository.ts';
import type { SeenFile } from '../scan/walk.ts';

interface Siblings {
  files: Map<BytePath, KnownFile>;
  /** The last path in natural order, which may have been removed. */
  last: BytePath | undefined;
}

/** The known files of a folder in memory, while a pass changes them. */
export class KnownFiles {
  readonly #all: Map<BytePath, KnownFile>;
  readonly #directories = new Map<BytePath, Siblings>();

  constructor(all: Map<BytePath, KnownFile>) {
    this.#all = all;
    for (const file of all.values()) this.#place(file);
  }

  get all(): ReadonlyMap<BytePath, KnownFile> {
    return this.#all;
  }

  get(path: BytePath): KnownFile | undefined {
    return this.#all.get(path);
  }

  has(path: BytePath): boolean {
    return this.#all.has(path);
  }

  /** Returns the content of the next file in natural order; undefined at the end. */
  nextOf(path: BytePath, sha256: Buffer): Buffer | undefined {
    const { files, last } = this.#siblingsOf(path);
    // Files are added in this order, so most new ones are the last.
    if (last === undefined || compareNaturally(last, path) < 0) return undefined;
    let next: KnownFile | undefined;
    for (const one of files.values()) {
      if (!one.sha256 || one.sha256.equals(sha256) || compareNaturally(one.path, path) <= 0) continue;
      if (!next || compareNaturally(one.path, next.path) < 0) next = one;
    }
    return next?.sha256 ?? undefined;
  }

  /** Returns whether another file in the same place has this content. */
  hasTwin(path: BytePath, sha256: Buffer): boolean {
    for (const one of this.#siblingsOf(path).files.values()) {
      if (one.path !== path && one.sha256?.equals(sha256)) return true;
    }
    return false;
  }

  learn(seen: SeenFile, more: Partial<KnownFile>): void {
    const { path, size, mtime, device, inode } = seen;
    const known = this.#all.get(path) ?? { sha256: null, isOwn: false, addingSince: null };
    const file = { ...known, path, size, mtime, device, inode, missingSince: null, ...more };
    this.#all.set(path, file);
    this.#place(file);
  }

  forget(path: BytePath): void {
    this.#all.delete(path);
    this.#siblingsOf(path).files.delete(path);
  }

  #place(file: KnownFile): void {
    const siblings = this.#siblingsOf(file.path);
    siblings.files.set(file.path, file);
    if (siblings.last === undefined || compareNaturally(siblings.last, file.path) < 0)
      siblings.last = file.path;
  }

  #siblingsOf(path: BytePath): Siblings {
    const directory = parentOf(path);
    const known = this.#directories.get(directory) ?? { files: new Map(), last: undefined };
    this.#directories.set(directory, known);
    return known;
  }
}
