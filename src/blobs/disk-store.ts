import { existsSync } from 'node:fs';
import { rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { PerKey } from '../core/per-key.ts';
import { Running } from '../core/running.ts';
import { BlobFolders } from './blob-folders.ts';
import { BlobSender } from './blob-sender.ts';
import type {
  BlobSource,
  ByteRange,
  DiskUsage,
  StagedBlob,
  StoredBlob,
  Verification,
  WriteOptions,
} from './blob-types.ts';
import { BlobWorkerClient } from './blob-worker-client.ts';
import { asWriteError, systemCode } from './disk-errors.ts';
import { DiskSpace } from './disk-space.ts';
import { renameFile } from './files.ts';
import { FolderSync } from './folder-sync.ts';
import { PartialBlobs } from './partial-blobs.ts';
import { Receiver, shuttingDown } from './receiver.ts';

export interface DiskBlobStoreOptions {
  /** The data folder; the store uses `blobs/`, `incoming/` and `uploads/` in it. */
  dataDir: string;
  /** Bytes of a disk of this size that writes must leave free. Default: none. */
  freeSpaceFloor?: (diskSize: number) => number;
}

/** Blobs as files named by their SHA-256. A blob exists when its file has its final name. */
export class DiskBlobStore {
  /** Blobs that arrive in parts. */
  readonly partials: PartialBlobs;
  readonly #folders: BlobFolders;
  readonly #space: DiskSpace;
  readonly #receiver: Receiver;
  readonly #worker = new BlobWorkerClient();
  readonly #sender = new BlobSender();
  readonly #folderSync = new FolderSync();
  /** What gives a hash its file or takes it away, one after the other. */
  readonly #changes = new PerKey();
  /** Files in `incoming/` that are neither stored nor discarded yet. */
  readonly #incoming = new Set<string>();
  /** What `close` waits for. */
  readonly #running = new Running();
  #openedAt = 0;
  #closed = false;

  constructor({ dataDir, freeSpaceFloor = () => 0 }: DiskBlobStoreOptions) {
    this.#folders = new BlobFolders(dataDir);
    this.#space = new DiskSpace(this.#folders.root, freeSpaceFloor);
    this.#receiver = new Receiver(this.#worker, this.#space);
    this.partials = new PartialBlobs({
      folders: this.#folders,
      worker: this.#worker,
      receiver: this.#receiver,
      folderSync: this.#folderSync,
      running: this.#running,
      place: (path, sha256) => this.#place(path, sha256),
    });
  }

  /** Creates the folders and removes what a crash has left in `incoming/`. */
  async open(): Promise<void> {
    this.#openedAt = await this.#folders.prepare(this.#folderSync);
  }

  /** Ends writes in progress (they reject with `shutting_down`, leaving nothing behind) and the worker. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#receiver.close();
    this.partials.close();
    await this.#running.settled();
    await Promise.all([...this.#incoming].map((path) => rm(path, { force: true })));
    await this.#worker.close();
    await this.#folderSync.close();
  }

  /**
   * Streams a source to disk, hashing it. The blob is stored only by `commit` of the answer.
   * Listens to the source's errors at once, in the call itself.
   * @throws NodeError `payload_too_large`, `insufficient_storage`, `shutting_down`; the signal's reason; the source's error
   */
  write(source: BlobSource, options: WriteOptions): Promise<StagedBlob> {
    return this.#running.add(this.#stage(source, options));
  }

  /**
   * Sends a blob (or a part of it) and ends `out`. Every block is checked before any byte of it is sent.
   * Resolves when `out` has taken everything, or was closed by the other side. `out` must be done with a chunk when
   * it calls back, as sockets, HTTP responses and files are: its memory is used again.
   * @throws NodeError `content_not_found` or `content_damaged` when nothing was sent yet; when something was,
   * `out` is destroyed and the same error thrown.
   */
  async sendTo(out: Writable, blob: StoredBlob, range?: ByteRange): Promise<void> {
    await this.#sender.send(
      out,
      this.#folders.pathOf(blob.sha256),
      blob,
      range ?? { start: 0, end: blob.size - 1 },
    );
  }

  async has(sha256: Uint8Array): Promise<boolean> {
    return (await this.size(sha256)) !== undefined;
  }

  /** Size in bytes, undefined when it is not stored. */
  async size(sha256: Uint8Array): Promise<number | undefined> {
    return (await this.#statOf(sha256))?.size;
  }

  /** Removes a blob; whether there was one. */
  delete(sha256: Uint8Array): Promise<boolean> {
    return this.#change(sha256, () => this.#unlink(sha256));
  }

  /** Hashes a stored file again, away from the main thread. */
  async verify(sha256: Uint8Array): Promise<Verification> {
    try {
      if (this.#closed) throw shuttingDown();
      const actual = await this.#worker.hashFile(this.#folders.pathOf(sha256));
      return { ok: actual.equals(sha256), actual };
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return { ok: false, actual: undefined };
      throw this.#closed ? shuttingDown() : error;
    }
  }

  /** The hashes of everything stored, in order. */
  async *list(): AsyncGenerator<Buffer> {
    for await (const batch of this.#folders.batches()) yield* batch;
  }

  /**
   * Removes files that nobody knows, left by a crash between commit and row. Files written since `open` stay: their
   * rows may be on the way. Ends early when the store is closed.
   * @param areKnown answers for each hash of a batch whether something refers to it
   * @returns how many were removed
   */
  async removeOrphans(areKnown: (hashes: Buffer[]) => boolean[] | Promise<boolean[]>): Promise<number> {
    let removed = 0;
    for await (const batch of this.#folders.batches()) {
      if (this.#closed) break;
      const known = await areKnown(batch);
      for (const sha256 of batch.filter((_, index) => known[index] === false)) {
        if (await this.#change(sha256, () => this.#unlinkIfOld(sha256))) removed += 1;
      }
    }
    return removed;
  }

  /** Room on the disk. */
  usage(): Promise<DiskUsage> {
    return this.#space.usage();
  }

  async #stage(source: BlobSource, options: WriteOptions): Promise<StagedBlob> {
    const path = this.#folders.newIncomingPath();
    const received = await this.#receiver.receive(path, source, options);
    this.#incoming.add(path);
    return {
      ...received,
      commit: () => this.#running.add(this.#commit(path, received.sha256)),
      discard: () => this.#running.add(this.#discard(path)),
      withdraw: async () => void (await this.delete(received.sha256)),
    };
  }

  async #commit(path: string, sha256: Buffer): Promise<{ alreadyStored: boolean }> {
    if (this.#closed) throw shuttingDown();
    try {
      return await this.#place(path, sha256);
    } catch (error) {
      await this.#discard(path);
      throw error;
    } finally {
      this.#incoming.delete(path);
    }
  }

  /** Gives a whole and durable file its final name, durably. */
  async #place(path: string, sha256: Buffer): Promise<{ alreadyStored: boolean }> {
    if (this.#closed) throw shuttingDown();
    try {
      return await this.#change(sha256, async () => {
        const target = this.#folders.pathOf(sha256);
        const alreadyStored = existsSync(target);
        await renameFile(path, target);
        await this.#folderSync.sync(dirname(target));
        return { alreadyStored };
      });
    } catch (error) {
      throw asWriteError(error);
    }
  }

  async #discard(path: string): Promise<void> {
    await rm(path, { force: true });
    this.#incoming.delete(path);
  }

  #change<T>(sha256: Uint8Array, task: () => Promise<T>): Promise<T> {
    return this.#running.add(this.#changes.run(Buffer.from(sha256).toString('latin1'), task));
  }

  async #unlinkIfOld(sha256: Uint8Array): Promise<boolean> {
    const found = await this.#statOf(sha256);
    return found !== undefined && found.mtimeMs < this.#openedAt && this.#unlink(sha256);
  }

  async #unlink(sha256: Uint8Array): Promise<boolean> {
    this.#sender.forget(sha256);
    try {
      await unlink(this.#folders.pathOf(sha256));
      return true;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  async #statOf(sha256: Uint8Array): Promise<{ size: number; mtimeMs: number } | undefined> {
    try {
      return await stat(this.#folders.pathOf(sha256));
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }
}
