import { type BlobWorkerClient, jobError } from './blob-worker-client.ts';
import type { HashedFile, ToWorker } from './worker-messages.ts';

/** The message that opens a file. */
type Opening = { type: 'write'; path: string } | { type: 'resume'; path: string; size: number };

/** Lends the memory of blocks. */
interface Lender {
  give: (block: ArrayBuffer) => void;
  /** Ends the wait, because no block may be returned. */
  wake: () => void;
}

/** The main thread's view of a file that the worker writes and hashes. */
export class WorkerFile {
  readonly #worker: BlobWorkerClient;
  readonly #job: number;
  readonly #ended: Promise<HashedFile>;
  #onStepped: ((sha256: Buffer | undefined) => void) | undefined;
  /** Error of the worker, if it failed. */
  failure: Error | undefined;

  constructor(worker: BlobWorkerClient, opening: Opening, lender: Lender) {
    this.#worker = worker;
    let job = 0;
    this.#ended = new Promise((resolve, reject) => {
      job = worker.add({
        onTaken: (block) => lender.give(block),
        onStepped: (sha256) => this.#onStepped?.(sha256 && Buffer.from(sha256)),
        onEnd: (end) => {
          if (end.type === 'written') {
            resolve(end);
            return;
          }
          this.failure = jobError(end);
          lender.wake();
          reject(this.failure);
        },
      });
    });
    this.#ended.catch(() => {});
    this.#job = job;
    worker.send({ ...opening, job });
  }

  /** Transfers a block of memory that begins with `length` bytes of the file. */
  append(block: ArrayBuffer, length: number): void {
    this.#worker.send({ type: 'block', job: this.#job, block, length });
  }

  /**
   * Begins a part of a resumed file.
   * @param hashed whether `keep` returns its SHA-256
   */
  beginPart(hashed: boolean): void {
    this.#worker.send({ type: 'part', job: this.#job, hashed });
  }

  /**
   * Syncs a part.
   * @returns its SHA-256 if requested. Rejects with the system's error.
   */
  keep(): Promise<Buffer | undefined> {
    return this.#step({ type: 'keep', job: this.#job });
  }

  /** Truncates a part. Rejects with the system's error. */
  async cut(): Promise<void> {
    await this.#step({ type: 'cut', job: this.#job });
  }

  /** Resolves when a resumed file has been read. Rejects with the system's error. */
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

  #step(message?: ToWorker): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      this.#onStepped = resolve;
      this.#ended.catch(reject);
      if (message) this.#worker.send(message);
    });
  }
}
