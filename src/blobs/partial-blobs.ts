import { readdir, rm, stat, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { NodeError } from '../core/node-error.ts';
import type { Running } from '../core/running.ts';
import type { BlobFolders } from './blob-folders.ts';
import type { BlobSource, PartOptions, ReceivedPart, StagedBlob } from './blob-types.ts';
import type { BlobWorkerClient } from './blob-worker-client.ts';
import { asWriteError, systemCode } from './disk-errors.ts';
import { closeFile, openFile, readFully, renameFile } from './files.ts';
import type { FolderSync } from './folder-sync.ts';
import { PartialFile } from './partial-file.ts';
import { type Receiver, shuttingDown } from './receiver.ts';
import { headSize } from './upload.ts';

/** Files between two parts that stay open, so that they need not be hashed again, and for how long in ms. */
const idleFiles = 16;
const idleTime = 60_000;

const ending = '.part';

/** What it needs of the store. */
interface PartialBlobsMeans {
  folders: BlobFolders;
  worker: BlobWorkerClient;
  receiver: Receiver;
  folderSync: FolderSync;
  running: Running;
  /** Gives a whole and durable file its final name. */
  place: (path: string, sha256: Buffer) => Promise<{ alreadyStored: boolean }>;
}

/**
 * Blobs that arrive in parts, also across restarts: files named by the ids of their uploads. How many bytes of each
 * are acknowledged is for the caller to remember. One call at a time for each id.
 */
export class PartialBlobs {
  readonly #means: PartialBlobsMeans;
  readonly #idle = new LRUCache<string, PartialFile>({
    max: idleFiles,
    ttl: idleTime,
    ttlAutopurge: true,
    dispose: (file, _id, reason) => {
      if (reason !== 'delete') this.#means.running.add(file.close());
    },
  });
  #closed = false;

  constructor(means: PartialBlobsMeans) {
    this.#means = means;
  }

  /**
   * Streams a part to the end of the file of that id, which begins with the first part. Bytes are durable when it
   * resolves. Of a part that breaks off the bytes that arrived are kept, unless there is a `check`; a part that is
   * refused is taken away again. Listens to the source's errors at once, in the call itself.
   * @throws NodeError `upload_not_found` when the file has fewer bytes than `start`, `payload_too_large`,
   * `insufficient_storage`, `shutting_down`; what `check` and `onProgress` throw
   */
  append(id: string, source: BlobSource, options: PartOptions): Promise<ReceivedPart> {
    // It may fail while the file is being hashed.
    if (source instanceof Readable) source.on('error', () => {});
    return this.#means.running.add(this.#append(id, source, options));
  }

  /** Ends the file, of which `size` bytes belong to the blob. `commit` and `discard` take it away; on errors it stays. */
  stage(id: string, size: number): Promise<StagedBlob> {
    return this.#means.running.add(this.#stage(id, size));
  }

  /** Takes away what lies behind `size` bytes. @returns false when the file does not have so many */
  async cut(id: string, size: number): Promise<boolean> {
    await this.#closeIdle(id);
    const present = await this.#sizeOf(id);
    if (present === undefined || present < size) return false;
    await truncate(this.#pathOf(id), size);
    return true;
  }

  /** Removes the file, if there is one. */
  async remove(id: string): Promise<void> {
    await this.#closeIdle(id);
    await rm(this.#pathOf(id), { force: true });
  }

  /** Makes a stored blob, which nobody refers to, the file of that id again. @returns false when there is none */
  async reclaim(id: string, sha256: Uint8Array): Promise<boolean> {
    try {
      await renameFile(this.#means.folders.pathOf(sha256), this.#pathOf(id));
      return true;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** The ids of all files and their sizes in bytes. */
  async list(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const name of await readdir(this.#means.folders.uploads)) {
      const id = name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
      const size = id === undefined ? undefined : await this.#sizeOf(id);
      if (id !== undefined && size !== undefined) found.set(id, size);
    }
    return found;
  }

  /** Takes no more parts and closes every file. What that waits for is among the running. */
  close(): void {
    this.#closed = true;
    for (const file of this.#idle.values()) this.#means.running.add(file.close());
    this.#idle.clear();
  }

  async #append(id: string, source: BlobSource, options: PartOptions): Promise<ReceivedPart> {
    const file = await this.#open(id, options.start);
    try {
      return await this.#means.receiver.receivePart(file, source, options);
    } finally {
      if (file.failure) await this.cut(id, options.start);
      else if (this.#closed) await file.close();
      else this.#idle.set(id, file);
    }
  }

  async #stage(id: string, size: number): Promise<StagedBlob> {
    const path = this.#pathOf(id);
    const file = await this.#open(id, size);
    try {
      const { sha256: hash, checksums = Buffer.alloc(0) } = await file.finish();
      const sha256 = Buffer.from(hash);
      // What is older than the store's opening and has no row yet would be taken for an orphan.
      await utimes(path, new Date(), new Date());
      const { running, place } = this.#means;
      return {
        sha256,
        size,
        checksums: Buffer.from(checksums),
        head: await readHead(path),
        commit: () => running.add(place(path, sha256)),
        discard: () => running.add(rm(path, { force: true })),
        withdraw: async () => void (await running.add(this.reclaim(id, sha256))),
      };
    } catch (error) {
      throw asWriteError(error);
    }
  }

  /** The open file with exactly `size` bytes. */
  async #open(id: string, size: number): Promise<PartialFile> {
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
      const file = await PartialFile.resume(this.#means.worker, this.#pathOf(id), size);
      if (present === undefined) await this.#means.folderSync.sync(this.#means.folders.uploads);
      return file;
    } catch (error) {
      throw this.#closed ? shuttingDown() : asWriteError(error);
    }
  }

  async #closeIdle(id: string): Promise<void> {
    const file = this.#idle.get(id);
    this.#idle.delete(id);
    await file?.close();
  }

  async #sizeOf(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.#pathOf(id))).size;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  #pathOf(id: string): string {
    return join(this.#means.folders.uploads, id + ending);
  }
}

async function readHead(path: string): Promise<Buffer> {
  const head = Buffer.alloc(headSize);
  const fd = await openFile(path, 'r');
  try {
    return head.subarray(0, await readFully(fd, head, 0));
  } finally {
    await closeFile(fd);
  }
}

const missing = (): NodeError =>
  new NodeError('upload_not_found', 'The bytes of this upload are gone. Begin it again.');
