import { type BlobWorkerClient, jobError } from './blob-worker-client.ts';
import type { BlockShare } from './block-pool.ts';

/** A file that the worker writes and hashes, as the upload on the main thread sees it. */
export class WorkerFile {
  readonly #worker: BlobWorkerClient;
  readonly #job: number;
  readonly #ended: Promise<Buffer>;
  /** Why the worker gave up, once it has. */
  failure: Error | undefined;

  constructor(worker: BlobWorkerClient, path: string, share: BlockShare) {
    this.#worker = worker;
    let job = 0;
    this.#ended = new Promise((resolve, reject) => {
      job = worker.add({
        onTaken: (block) => share.give(block),
        onEnd: (end) => {
          if (end.type === 'written') {
            resolve(Buffer.from(end.sha256));
            return;
          }
          this.failure = jobError(end);
          share.wake();
          reject(this.failure);
        },
      });
    });
    this.#ended.catch(() => {});
    this.#job = job;
    worker.send({ type: 'write', job, path });
  }

  /** Hands over a block of memory that begins with `length` bytes of the file. */
  append(block: ArrayBuffer, length: number): void {
    this.#worker.send({ type: 'block', job: this.#job, block, length });
  }

  /** Resolves with its SHA-256 when all of it is durable. Rejects with the system's error. */
  finish(): Promise<Buffer> {
    this.#worker.send({ type: 'finish', job: this.#job });
    return this.#ended;
  }

  /** Resolves when the worker has closed the file. */
  async cancel(): Promise<void> {
    if (this.failure) return;
    this.#worker.send({ type: 'cancel', job: this.#job });
    await this.#ended.catch(() => {});
  }
}
