import type { Message } from '../../../contract/messages/message.ts';
import type { Clock } from '../../../core/clock.ts';
import { message, messageOfError } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { systemCode } from '../../../platform/blobs/store/system-code.ts';
import type { FolderCollections } from '../../collections/index.ts';
import { type BytePath, nameOf, parentOf } from '../byte-path.ts';
import type { WatchedDirectoryRepository } from '../repository/watched-directory-repository.ts';
import type { KnownFile, WatchedFileRepository } from '../repository/watched-file-repository.ts';
import type { WatchedFolderRow } from '../repository/watched-folder-repository.ts';
import { type Changes, changesOf } from '../scan/changes.ts';
import { type Listing, listFolder, type SeenFile } from '../scan/walk.ts';
import { addFile } from './add-file.ts';
import type { FolderContents } from './folder-contents.ts';
import { FolderEntries } from './folder-entries.ts';
import { KnownFiles } from './known-files.ts';
import { FileChanged } from './open-file.ts';
import { removeMissing } from './removals.ts';

export interface PassOptions {
  files: WatchedFileRepository;
  directories: WatchedDirectoryRepository;
  collections: FolderCollections;
  contents: FolderContents;
  /** Returns the folders of this node, which are left out. */
  ownFolders: () => readonly string[];
  clock: Clock;
  /** Time without changes after which a file is added. */
  stableMs: number;
  /** Time after which a missing file counts as removed. */
  graceMs: number;
}

export interface Failure {
  path: BytePath;
  message: Message;
  /** The file that could not be added; another file at its path is tried again. */
  seen: SeenFile;
}

export interface Progress {
  files: number;
  filesTotal: number;
  bytes: number;
  bytesTotal: number;
}

export interface PassRequest {
  signal: AbortSignal;
  /** Whether the owner confirmed that files that vanished together are removed. */
  acceptsRemovals: boolean;
  /** Earlier failures, which are retried only when their file changes. */
  failures: ReadonlyMap<BytePath, Failure>;
  onProgress: (progress: Progress) => void;
}

export interface PassResult {
  failures: Map<BytePath, Failure>;
  /** Whether files are still being written, or may come back. */
  isUnsettled: boolean;
  /** Reason why not all files could be added, e.g. no space. */
  problem: Message | undefined;
  /** Number of files that vanished together and are kept. */
  withheld: number;
}

/**
 * Compares a folder with the records about it, and applies the changes. Each step is recorded after it is done, so an
 * interrupted pass is simply repeated.
 * @throws FolderUnavailable where the folder cannot be read; nothing is changed then
 */
export async function runPass(
  folder: WatchedFolderRow & { name: string },
  options: PassOptions,
  pass: PassRequest,
): Promise<PassResult> {
  const listing = await listFolder(folder.path, options.ownFolders(), pass.signal);
  const run = new FolderPass(folder, options, pass, listing);
  return run.run();
}

class FolderPass {
  readonly #folder: WatchedFolderRow;
  readonly #options: PassOptions;
  readonly #pass: PassRequest;
  readonly #listing: Listing;
  readonly #entries: FolderEntries;
  readonly #known: KnownFiles;
  /** Size in bytes from which files find no space. */
  #minRefused = Number.POSITIVE_INFINITY;
  readonly #result: PassResult = {
    failures: new Map(),
    isUnsettled: false,
    problem: undefined,
    withheld: 0,
  };

  constructor(
    folder: WatchedFolderRow & { name: string },
    options: PassOptions,
    pass: PassRequest,
    listing: Listing,
  ) {
    this.#folder = folder;
    this.#options = options;
    this.#pass = pass;
    this.#listing = listing;
    this.#entries = new FolderEntries(options, folder);
    this.#known = new KnownFiles(options.files.all(folder.number));
  }

  async run(): Promise<PassResult> {
    const { files, clock } = this.#options;
    const changes = changesOf(this.#listing, this.#known.all, this.#entries.known);
    this.#entries.move(changes.movedDirectories);
    for (const file of changes.toNote) {
      files.seen(this.#folder.number, file);
      this.#known.learn(file, {});
    }
    for (const { from, to } of inOrder(changes)) await this.#rename(from, to);
    const newlyMissing = changes.missing.filter(({ missingSince }) => missingSince === null);
    files.missing(
      this.#folder.number,
      newlyMissing.map(({ path }) => path),
      clock(),
    );
    for (const { path, sha256 } of changes.missing) {
      if (!sha256) files.remove(this.#folder.number, path, undefined);
    }
    await this.#add(changes);
    await this.#removeMissing(changes);
    this.#entries.clean(this.#listing.directories);
    if (this.#listing.isCut) this.#result.problem ??= message('watchedFolders.tooManyFiles');
    return this.#result;
  }

  async #add({ toAdd, missing }: Changes): Promise<void> {
    const ready = toAdd.filter((file) => this.#isReady(file));
    this.#entries.create(this.#listing.directories, new Set(ready.map(({ path }) => parentOf(path))));
    const missingByHash = new Map(missing.map((file) => [file.sha256?.toString('hex') ?? '', file]));
    const progress = {
      files: 0,
      filesTotal: ready.length,
      bytes: 0,
      bytesTotal: ready.reduce((sum, { size }) => sum + size, 0),
    };
    for (const file of ready) {
      this.#pass.signal.throwIfAborted();
      const before = progress.bytes;
      const onProgress = (bytes: number) => this.#pass.onProgress({ ...progress, bytes: before + bytes });
      onProgress(0);
      if (file.size < this.#minRefused) await this.#addOne(file, missingByHash, onProgress);
      progress.files += 1;
      progress.bytes = before + file.size;
    }
  }

  /** Returns whether a file is to be added in this pass. */
  #isReady(file: SeenFile): boolean {
    const { clock, stableMs } = this.#options;
    const failure = this.#pass.failures.get(file.path);
    if (failure && failure.seen.size === file.size && failure.seen.mtime === file.mtime) {
      this.#result.failures.set(file.path, failure);
      return false;
    }
    const age = clock() - file.changedAt;
    // A time far in the future comes from a wrong clock; such a file counts as old.
    if (age >= stableMs || age < -stableMs) return true;
    this.#result.isUnsettled = true;
    return false;
  }

  async #addOne(
    file: SeenFile,
    missingByHash: Map<string, KnownFile>,
    onProgress: (bytes: number) => void,
  ): Promise<void> {
    const { files, contents, clock } = this.#options;
    const { signal } = this.#pass;
    const since = this.#known.get(file.path)?.addingSince ?? null;
    files.begin(this.#folder.number, file, clock());
    try {
      const { content, isOwn } = await addFile(this.#folder.path, file, contents, {
        signal,
        since,
        onProgress,
      });
      const { sha256 } = content;
      const from = missingByHash.get(sha256.toString('hex'));
      missingByHash.delete(sha256.toString('hex'));
      const former = this.#known.get(file.path)?.sha256;
      this.#entries.add(file.path, content, this.#known.nextOf(file.path, sha256));
      if (former && !former.equals(sha256)) this.#removeEntry(file.path, former);
      const facts = { sha256, isOwn: isOwn || files.isImported(sha256) };
      if (from) await this.#follow(from, file, sha256);
      const isMirrored = this.#folder.mode === 'mirror' && this.#known.get(file.path)?.isOwn === true;
      const superseded = former && isMirrored && !former.equals(sha256) ? former : undefined;
      files.finish(this.#folder.number, file, { ...facts, superseded });
      this.#known.learn(file, { ...facts, addingSince: null });
    } catch (error) {
      signal.throwIfAborted();
      this.#fail(file, error);
    }
  }

  /** Records a file that could not be added. @throws errors that concern no file */
  #fail(file: SeenFile, error: unknown): void {
    if (error instanceof FileChanged) {
      this.#result.isUnsettled = true;
      return;
    }
    if (error instanceof NodeError && error.code === 'insufficient_storage') {
      this.#result.problem = message('watchedFolders.noSpace', { reason: error.text });
      this.#minRefused = file.size;
      return;
    }
    const isExpected = error instanceof NodeError || systemCode(error) !== undefined;
    if (!isExpected) throw error;
    const reason =
      error instanceof NodeError ? messageOfError(error) : message('watchedFolders.fileUnreadable');
    this.#result.failures.set(file.path, { path: file.path, message: reason, seen: file });
  }

  /** Records the new name of a file, without reading it. */
  async #rename(from: KnownFile, to: SeenFile): Promise<void> {
    const { files, contents } = this.#options;
    const { sha256 } = from;
    if (!sha256) return;
    this.#entries.create(this.#listing.directories, new Set([parentOf(to.path)]));
    const before = this.#entries.collectionOf(parentOf(from.path));
    const after = this.#entries.collectionOf(parentOf(to.path));
    const content = contents.owned(sha256) ?? contents.encryptedFileOf(sha256);
    const now = content?.sha256 ?? sha256;
    const isSold = !now.equals(sha256);
    if (content && (before !== after || isSold)) {
      if (before !== after) this.#removeEntry(from.path, now);
      if (isSold) this.#removeEntry(from.path, sha256);
      this.#entries.add(to.path, content, this.#known.nextOf(to.path, now));
    }
    await contents.rename(now, nameOf(from.path), nameOf(to.path));
    files.move(this.#folder.number, from.path, to);
    const facts = { sha256: now, isOwn: from.isOwn && !isSold };
    if (isSold) files.finish(this.#folder.number, to, { ...facts, superseded: undefined });
    this.#known.forget(from.path);
    this.#known.learn(to, facts);
  }

  /** Records the new name of a file that was recognised by its content. */
  async #follow(from: KnownFile, to: SeenFile, sha256: Buffer): Promise<void> {
    const { files, contents } = this.#options;
    const before = this.#entries.collectionOf(parentOf(from.path));
    if (before !== this.#entries.collectionOf(parentOf(to.path))) this.#removeEntry(from.path, sha256);
    await contents.rename(sha256, nameOf(from.path), nameOf(to.path));
    files.remove(this.#folder.number, from.path, undefined);
    this.#known.forget(from.path);
  }

  /** Removes an entry, unless another file of the same folder has the same content. */
  #removeEntry(path: BytePath, sha256: Buffer): void {
    if (!this.#known.hasTwin(path, sha256)) this.#entries.remove(path, sha256);
  }

  async #removeMissing({ missing }: Changes): Promise<void> {
    if (this.#folder.mode === 'add') return;
    // Files that were found under another name are no longer recorded here.
    const still = missing.filter(({ path }) => this.#known.has(path));
    const { withheld, isWaiting } = await removeMissing(this.#folder.number, still, {
      ...this.#options,
      all: this.#known.all.values(),
      acceptsAll: this.#pass.acceptsRemovals,
      removeEntry: (path, sha256) => this.#removeEntry(path, sha256),
    });
    this.#result.withheld = withheld;
    this.#result.isUnsettled ||= isWaiting;
  }
}

/** Sorts files that moved with their folder first, because the others are placed among them. */
function inOrder({ moved, movedDirectories }: Changes): Changes['moved'] {
  const wayOf = (from: BytePath, to: BytePath) => `${from}//${to}`;
  const ways = new Set(movedDirectories.map(({ from, to }) => wayOf(from.path, to.path)));
  const isWithFolder = ({ from, to }: Changes['moved'][number]) =>
    Number(ways.has(wayOf(parentOf(from.path), parentOf(to.path))));
  return moved.toSorted((a, b) => isWithFolder(b) - isWithFolder(a));
}
