import { createReadStream, existsSync } from 'node:fs';
import { rm, stat, truncate, utimes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import type { TaskTracker } from '../../../core/concurrency/task-tracker.ts';
import { headSize } from '../../../core/media-type/media-type.ts';
import { NodeError, shuttingDown } from '../../../core/node-error.ts';
import type { BlobFolders } from '../store/blob-folders.ts';
import type { PartialStore } from '../store/blob-store.ts';
import type { BlobSource, PartOptions, ReceivedPart, StagedBlob } from '../store/blob-types.ts';
import { asWriteError } from '../store/disk-errors.ts';
import { readStart, renameFile, unlessMissing, unlinkIfThere } from '../store/files.ts';
import type { StoreRoots } from '../store/store-roots.ts';
import type { BlobWorkerClient } from '../worker/blob-worker-client.ts';
import { WorkerFile } from '../worker/worker-file.ts';
import { type Receiver } from '../write/receiver.ts';

/** Number of files that stay open between two parts to avoid hashing them again, and for how long in ms. */
const idleFiles = 16;
const idleMs = 60_000;

interface PartialBlobsOptions {
  roots: StoreRoots;
  worker: BlobWorkerClient;
  receiver: Receiver;
  running: TaskTracker;
  /** Moves a complete and synced file to its final name in its folders. */
  place: (folders: BlobFolders, path: string, sha256: Buffer) => Promise<void>;
}

/** Stores blobs that arrive in parts in files named by their upload ids. */
export class PartialBlobs implements PartialStore {
  readonly isReplicated = false;
  readonly #options: PartialBlobsOptions;
  readonly #idle = new LRUCache<string, WorkerFile>({
    max: idleFiles,
    ttl: idleMs,
    ttlAutopurge: true,
    dispose: (file, _id, reason) => {
      if (reason !== 'delete') this.#options.running.add(file.cancel());
    },
  });
  /** Serialises changes of a file with its relocation. */
  readonly #turns = new KeyedMutex();
  #closed = false;

  constructor(options: PartialBlobsOptions) {
    this.#options = options;
  }

  append(id: string, source: BlobSource, options: PartOptions): Promise<ReceivedPart> {
    // The source may fail while the file is being hashed.
    if (source instanceof Readable) source.on('error', () => {});
    return this.#inTurn(id, () => this.#append(id, source, options));
  }

  stage(id: string, size: number): Promise<StagedBlob> {
    return this.#inTurn(id, () => this.#stage(id, size));
  }

  cut(id: string, size: number): Promise<boolean> {
    return this.#inTurn(id, () => this.#cut(id, size));
  }

  remove(id: string): Promise<void> {
    return this.#inTurn(id, async () => {
      await this.#closeIdle(id);
      await this.#unlink(id);
    });
  }

  reclaim(id: string, sha256: Uint8Array): Promise<boolean> {
    return this.#inTurn(id, async () => {
      for (const folders of this.#options.roots.all) {
        const renamed = renameFile(folders.pathOf(sha256), folders.uploadPath(id));
        if (await unlessMissing(renamed.then(() => true))) return true;
      }
      return false;
    });
  }

  /** Reads received bytes from `start` to before `end`. */
  read(id: string, start: number, end: number): AsyncIterable<Buffer> {
    return end > start ? createReadStream(this.#pathOf(id), { start, end: end - 1 }) : Readable.from([]);
  }

  /** Returns whether the bytes of a file were hashed as they arrived, so that `stage` does not read them. */
  isHashed(id: string, size: number): boolean {
    const file = this.#idle.get(id);
    return file?.size === size && !file.failure;
  }

  async list(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const folders of this.#options.roots.all) {
      for (const id of await folders.uploadIds()) {
        const size = await this.#sizeOf(id);
        if (size !== undefined) found.set(id, size);
      }
    }
    return found;
  }

  /** Removes old files left by a crash when a newer one exists in the current folder. */
  async dropStale(): Promise<void> {
    const { current, previous } = this.#options.roots;
    for (const id of (await previous?.uploadIds()) ?? []) {
      if (!previous || !existsSync(current.uploadPath(id))) continue;
      await this.#inTurn(id, () => rm(previous.uploadPath(id), { force: true }));
    }
  }

  /** Runs a task with the file of that id while nobody else uses it. */
  whileIdle(id: string, task: () => Promise<void>): Promise<void> {
    return this.#inTurn(id, async () => {
      await this.#closeIdle(id);
      await task();
    });
  }

  /** Accepts no more parts and closes every file; pending closes are tracked in the running tasks. */
  close(): void {
    this.#closed = true;
    for (const file of this.#idle.values()) this.#options.running.add(file.cancel());
    this.#idle.clear();
  }

  #inTurn<T>(id: string, task: () => Promise<T>): Promise<T> {
    return this.#options.running.add(this.#turns.run(id, task));
  }

  async #append(id: string, source: BlobSource, options: PartOptions): Promise<ReceivedPart> {
    const file = await this.#open(id, options.start);
    try {
      return await this.#options.receiver.receivePart(file, source, options);
    } finally {
      if (file.failure) await this.#cut(id, options.start);
      else if (this.#closed) await file.cancel();
      else this.#idle.set(id, file);
    }
  }

  async #stage(id: string, size: number): Promise<StagedBlob> {
    const path = this.#pathOf(id);
    const file = await this.#open(id, size);
    try {
      const { sha256: hash, checksums } = await file.finish();
      const sha256 = Buffer.from(hash);
      // The sweep treats files older than the opening of the store and without a row as orphans.
      await utimes(path, new Date(), new Date());
      return {
        sha256,
        size,
        checksums: Buffer.from(checksums),
        head: await readStart(path, headSize),
        commit: () => this.#inTurn(id, () => this.#place(id, sha256)),
        discard: () => this.#inTurn(id, () => this.#unlink(id)),
        rollBack: async () => void (await this.reclaim(id, sha256)),
      };
    } catch (error) {
      throw asWriteError(error);
    }
  }

  #place(id: string, sha256: Buffer): Promise<void> {
    const folders = this.#foldersOf(id);
    return this.#options.place(folders, folders.uploadPath(id), sha256);
  }

  async #cut(id: string, size: number): Promise<boolean> {
    await this.#closeIdle(id);
    const present = await this.#sizeOf(id);
    if (present === undefined || present < size) return false;
    await truncate(this.#pathOf(id), size);
    return true;
  }

  async #unlink(id: string): Promise<void> {
    await unlinkIfThere(...this.#options.roots.all.map((folders) => folders.uploadPath(id)));
  }

  /** Returns the open file with exactly `size` bytes. */
  async #open(id: string, size: number): Promise<WorkerFile> {
    if (this.#closed) throw shuttingDown();
    const idle = this.#idle.get(id);
    if (idle?.size === size && !idle.failure) {
      this.#idle.delete(id);
      return idle;
    }
    await this.#closeIdle(id);
    const present = await this.#sizeOf(id);
    if ((present ?? 0) < size) throw missing();
    try {
      const path = this.#pathOf(id);
      const file = new WorkerFile(this.#options.worker, { type: 'resume', path, size });
      await file.resumed();
      if (present === undefined) await this.#foldersOf(id).syncName(path);
      return file;
    } catch (error) {
      throw this.#closed ? shuttingDown() : asWriteError(error);
    }
  }

  async #closeIdle(id: string): Promise<void> {
    const file = this.#idle.get(id);
    this.#idle.delete(id);
    await file?.cancel();
  }

  async #sizeOf(id: string): Promise<number | undefined> {
    return (await unlessMissing(stat(this.#pathOf(id))))?.size;
  }

  #pathOf(id: string): string {
    return this.#foldersOf(id).uploadPath(id);
  }

  /** Returns the folders of the existing file, or those for a new one. */
  #foldersOf(id: string): BlobFolders {
    const { current, previous } = this.#options.roots;
    const isOnlyThere =
      previous && existsSync(previous.uploadPath(id)) && !existsSync(current.uploadPath(id));
    return isOnlyThere ? previous : current;
  }
}

const missing = (): NodeError => new NodeError('upload_not_found', 'storage.uploadBytesLost');
