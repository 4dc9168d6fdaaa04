import { freeAtOnce } from '../../../core/bytes/free-memory.ts';
import { alignedMemory } from '../store/aligned-memory.ts';
import { type BlobWorkerClient, jobError } from './blob-worker-client.ts';
import type { HashedFile, ToWorker } from './worker-messages.ts';

type Opening = { type: 'write'; path: string } | { type: 'resume'; path: string; size: number };

type BlobWorker = Pick<BlobWorkerClient, 'add' | 'send' | 'receiving'>;

/** Length of a block, and the limit of blocks that wait for the worker. */
interface Blocks {
  length: number;
  limit: number;
}

/** Of the only upload. Short blocks cost more processor time, because each one wakes two threads. */
const whenAlone: Blocks = { length: 4 * 1024 * 1024, limit: 4 };
/** Of each of several uploads, which would delay other requests and take more memory with long blocks. */
const whenShared: Blocks = { length: 1024 * 1024, limit: 3 };

/** The main thread's side of a file that the worker writes and hashes, whole or in parts. */
export class WorkerFile {
  readonly #worker: BlobWorker;
  readonly #job: number;
  readonly #ended: Promise<HashedFile>;
  /** What to call when the blocks that wait for the worker are written, in order. */
  readonly #onWritten: (() => void)[] = [];
  /** Blocks that the worker gave back. */
  readonly #free: ArrayBuffer[] = [];
  #onDrained: (() => void) | undefined;
  #onStepped: ((sha256: Buffer | undefined) => void) | undefined;
  /** Bytes of the file, including the part in progress. */
  size: number;
  /** Offset at which the part in progress begins. */
  #start = 0;
  failure: Error | undefined;

  constructor(worker: BlobWorker, opening: Opening) {
    this.#worker = worker;
    this.size = opening.type === 'resume' ? opening.size : 0;
    let job = 0;
    this.#ended = new Promise((resolve, reject) => {
      job = worker.add({
        onTaken: (block) => {
          this.#onWritten.shift()?.();
          this.#free.push(block);
          this.#onDrained?.();
        },
        onStepped: (sha256) => {
          this.#stopReceiving();
          this.#onStepped?.(sha256 && Buffer.from(sha256));
        },
        onEnd: (end) => {
          this.#stopReceiving();
          for (const onWritten of this.#onWritten.splice(0)) onWritten();
          if (end.type === 'written') {
            resolve(end);
            return;
          }
          this.failure = jobError(end);
          this.#onDrained?.();
          reject(this.failure);
        },
      });
    });
    this.#ended.catch(() => {});
    this.#job = job;
    worker.send({ ...opening, job });
  }

  /** Transfers a block of memory that begins with `length` bytes of the file; calls back when they are written. */
  append(block: ArrayBuffer, length: number, onWritten: () => void): void {
    this.#onWritten.push(onWritten);
    this.size += length;
    this.#worker.send({ type: 'block', job: this.#job, block, length });
  }

  /** Returns memory for the next bytes, or undefined while too many blocks wait for the worker. */
  takeBlock(): ArrayBuffer | undefined {
    const { length, limit } = this.#worker.receiving.add(this) ? whenAlone : whenShared;
    if (this.#onWritten.length >= limit) return undefined;
    for (let block = this.#free.pop(); block; block = this.#free.pop()) {
      if (block.byteLength === length) return block;
      freeAtOnce(Buffer.from(block));
    }
    return alignedMemory(length);
  }

  /** Resolves when the worker has taken a block, or has failed. One call at a time. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrained = resolve;
    });
  }

  /** Begins a part of a resumed file; `hashed` makes `keep` return its SHA-256. */
  beginPart(hashed: boolean): void {
    this.#start = this.size;
    this.#worker.send({ type: 'part', job: this.#job, hashed });
  }

  /** Syncs a part and returns its SHA-256 if requested. Rejects with the system's error. */
  keep(): Promise<Buffer | undefined> {
    return this.#step({ type: 'keep', job: this.#job });
  }

  /** Truncates a part. Rejects with the system's error. */
  async cut(): Promise<void> {
    this.size = this.#start;
    await this.#step({ type: 'cut', job: this.#job });
  }

  /**
   * Resolves when a resumed file has been read, which takes longer for larger files. Rejects with the system's error.
   */
  async resumed(): Promise<void> {
    await this.#step();
  }

  /** Resolves when the file is synced. Rejects with the system's error. */
  finish(): Promise<HashedFile> {
    this.#worker.send({ type: 'finish', job: this.#job });
    return this.#ended;
  }

  /** Resolves when the worker has closed the file. */
  async cancel(): Promise<void> {
    if (this.failure) return;
    this.#worker.send({ type: 'cancel', job: this.#job });
    await this.#ended.catch(() => {});
  }

  #stopReceiving(): void {
    this.#worker.receiving.delete(this);
    for (const block of this.#free.splice(0)) freeAtOnce(Buffer.from(block));
  }

  #step(message?: ToWorker): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      this.#onStepped = resolve;
      this.#ended.catch(reject);
      if (message) this.#worker.send(message);
    });
  }
}
