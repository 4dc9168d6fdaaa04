import { rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { ByteRange } from '../../../core/bytes/byte-range.ts';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import { TaskTracker } from '../../../core/concurrency/task-tracker.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { shuttingDown } from '../../../core/node-error.ts';
import { PartialBlobs } from '../partial/partial-blobs.ts';
import { Quarantine } from '../quarantine/quarantine.ts';
import { BlobSender } from '../read/blob-sender.ts';
import { FileOpener } from '../read/file-opener.ts';
import { RandomReader } from '../read/random-reader.ts';
import { StoreMover } from '../relocation/store-mover.ts';
import { BlobWorkerClient } from '../worker/blob-worker-client.ts';
import { Receiver } from '../write/receiver.ts';
import { BlobFolders } from './blob-folders.ts';
import type { BlobStore } from './blob-store.ts';
import type {
  BlobSource,
  DiskUsage,
  StagedBlob,
  StoredBlob,
  Verification,
  Verified,
  VerifyOptions,
  WriteOptions,
} from './blob-types.ts';
import { asReadError, asWriteError } from './disk-errors.ts';
import { type DiskReclaimer, DiskSpace } from './disk-space.ts';
import { unlessMissing, unlinkIfThere } from './files.ts';
import { storageFolders } from './store-location.ts';
import { StoreRoots } from './store-roots.ts';
import { systemCode } from './system-code.ts';

export interface DiskBlobStoreOptions {
  /** The data folder. The store is in it, or was moved from it. */
  dataDir: string;
  /** Returns the bytes that writes must leave free on a disk of this size. Default: none. */
  freeSpaceFloor?: (diskSize: number) => number;
  /** Called when a move of the store begins, progresses, reverses, fails or ends. */
  onMove?: () => void;
  /** Called with the cause of a failed move. */
  onMoveError?: (error: unknown) => void;
  /** Called when a move finds a damaged file and moves it to quarantine. */
  onDamaged?: (sha256: Buffer) => void;
}

/** Stores blobs as files named by their SHA-256. A blob exists when its file has its final name. */
export class DiskBlobStore implements BlobStore {
  readonly partials: PartialBlobs;
  /** Damaged files, inaccessible to readers. */
  readonly quarantine: Quarantine;
  readonly mover: StoreMover;
  readonly #roots: StoreRoots;
  readonly #space: DiskSpace;
  readonly #receiver: Receiver;
  readonly #worker = new BlobWorkerClient();
  readonly #files = new FileOpener();
  readonly #sender = new BlobSender(this.#files);
  /** Serialises adding and removing the file of a hash. */
  readonly #changes = new KeyedMutex();
  /** Tasks that `close` waits for. */
  readonly #running = new TaskTracker();
  #closed = false;

  /** @throws StorageFolderError when the folder of the store does not exist */
  constructor(options: DiskBlobStoreOptions) {
    const { dataDir, freeSpaceFloor: floor = () => 0 } = options;
    const { onMove = () => {}, onMoveError = () => {}, onDamaged = () => {} } = options;
    const [current, previous] = storageFolders(dataDir);
    const roots = new StoreRoots(new BlobFolders(current), previous ? new BlobFolders(previous) : undefined);
    const space = new DiskSpace(() => roots.current.blobs, floor);
    const shared = {
      roots,
      worker: this.#worker,
      change: <T>(sha256: Uint8Array, task: () => Promise<T>) => this.#change(sha256, task),
    };
    this.#roots = roots;
    this.#space = space;
    this.#receiver = new Receiver(this.#worker, space);
    this.partials = new PartialBlobs({
      roots,
      worker: this.#worker,
      receiver: this.#receiver,
      running: this.#running,
      place: (folders, path, sha256) => this.#place(folders, path, sha256),
    });
    this.quarantine = new Quarantine({ ...shared, onMoved: (sha256) => this.#sender.forget(sha256) });
    this.mover = new StoreMover({
      ...shared,
      dataDir,
      partials: this.partials,
      space,
      floor,
      onChange: onMove,
      onError: onMoveError,
      onDamaged: (sha256) => {
        this.#sender.forget(sha256);
        onDamaged(sha256);
      },
    });
  }

  /** Sets the source of disk space for writes that find too little. */
  reclaimFrom(reclaimer: DiskReclaimer): void {
    this.#space.reclaimFrom(reclaimer);
  }

  /** Creates the folders and removes files that a crash left in `incoming/`. */
  async open(): Promise<void> {
    for (const folders of this.#roots.all) await folders.prepare();
  }

  /** Aborts writes in progress (they reject with `shutting_down` and leave no file) and stops the worker. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#receiver.close();
    this.partials.close();
    await this.mover.close();
    await this.#running.settled();
    const left = this.#roots.all.flatMap(({ incomingFiles }) => [...incomingFiles.paths]);
    await Promise.all(left.map((path) => rm(path, { force: true })));
    await this.#worker.close();
    for (const folders of this.#roots.all) await folders.close();
  }

  write(source: BlobSource, options: WriteOptions): Promise<StagedBlob> {
    return this.#running.add(this.#stage(source, options));
  }

  sendTo(
    out: Writable,
    blob: StoredBlob,
    range: ByteRange = { start: 0, end: blob.size - 1 },
  ): Promise<void> {
    return this.#read(blob, (path) => this.#sender.send(out, path, blob, range));
  }

  reader(blob: StoredBlob, verified: Verified): Promise<RandomReader> {
    return this.#read(blob, async (path) => new RandomReader(await this.#files.open(path), blob, verified));
  }

  async has(sha256: Uint8Array): Promise<boolean> {
    return (await unlessMissing(this.#roots.find(sha256, (path) => stat(path)))) !== undefined;
  }

  delete(sha256: Uint8Array): Promise<boolean> {
    return this.#change(sha256, () => this.#unlink(sha256));
  }

  async verify(
    sha256: Uint8Array,
    { signal, bytesPerSecond: pace = Number.POSITIVE_INFINITY }: VerifyOptions = {},
  ): Promise<Verification> {
    try {
      const hash = (path: string) => this.#worker.hashFile(path, { pace, signal });
      const actual = await this.#roots.find(sha256, hash);
      return { ok: actual.equals(sha256), actual };
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return { ok: false, actual: undefined };
      if (systemCode(error) === 'EIO') return { ok: false, actual: Buffer.alloc(0) };
      throw this.#closed ? shuttingDown() : error;
    }
  }

  async removeOrphans(
    areKnown: (hashes: Buffer[]) => boolean[] | Promise<boolean[]>,
    signal?: AbortSignal,
  ): Promise<number> {
    let removed = 0;
    for await (const batch of this.#roots.batches()) {
      if (this.#closed || signal?.aborted) break;
      const known = await areKnown(batch);
      for (const sha256 of batch.filter((_, index) => known[index] === false)) {
        if (await this.#change(sha256, () => this.#unlinkIfOld(sha256))) removed += 1;
      }
    }
    return removed;
  }

  usage(): Promise<DiskUsage> {
    return this.#space.usage();
  }

  async #read<T>({ sha256 }: StoredBlob, use: (path: string) => Promise<T>): Promise<T> {
    try {
      return await this.#roots.find(sha256, use);
    } catch (error) {
      throw asReadError(error);
    }
  }

  async #stage(source: BlobSource, options: WriteOptions): Promise<StagedBlob> {
    const folders = this.#roots.current;
    const path = folders.newIncomingPath();
    folders.incomingFiles.paths.add(path);
    try {
      const received = await this.#receiver.receive(path, source, options);
      return {
        ...received,
        commit: () => this.#running.add(this.#commit(folders, path, received.sha256)),
        discard: () => this.#running.add(this.#discard(folders, path)),
        rollBack: async () => void (await this.delete(received.sha256)),
      };
    } catch (error) {
      folders.incomingFiles.delete(path);
      throw error;
    }
  }

  async #commit(folders: BlobFolders, path: string, sha256: Buffer): Promise<void> {
    try {
      return await this.#place(folders, path, sha256);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      folders.incomingFiles.delete(path);
    }
  }

  /** Moves a complete, synced file to its final name in its folders and syncs the name. */
  async #place(folders: BlobFolders, path: string, sha256: Buffer): Promise<void> {
    if (this.#closed) throw shuttingDown();
    try {
      return await this.#change(sha256, async () => {
        const target = folders.pathOf(sha256);
        const others = this.#roots.all.map((one) => one.pathOf(sha256)).filter((other) => other !== target);
        await folders.place(path, target);
        // The replaced file may be damaged.
        await unlinkIfThere(...others);
      });
    } catch (error) {
      throw asWriteError(error);
    }
  }

  async #discard(folders: BlobFolders, path: string): Promise<void> {
    await rm(path, { force: true });
    folders.incomingFiles.delete(path);
  }

  #change<T>(sha256: Uint8Array, task: () => Promise<T>): Promise<T> {
    return this.#running.add(this.#changes.run(hashKey(sha256), task));
  }

  async #unlinkIfOld(sha256: Uint8Array): Promise<boolean> {
    const isOld = this.#roots.find(
      sha256,
      async (path, { preparedAt }) => (await stat(path)).mtimeMs < preparedAt,
    );
    return (await unlessMissing(isOld)) === true && this.#unlink(sha256);
  }

  #unlink(sha256: Uint8Array): Promise<boolean> {
    this.#sender.forget(sha256);
    return unlinkIfThere(...this.#roots.all.map((folders) => folders.pathOf(sha256)));
  }
}
