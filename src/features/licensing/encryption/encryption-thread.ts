import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { FromEncryptionWorker, ToEncryptionWorker } from './encryption-messages.ts';
import type { EncryptionWork } from './encryption-work.ts';

/** Size and number of the buffers sent to the thread. */
const blockSize = 256 * 1024;
const maxBlocks = 3;
/** Limit of pieces that the thread may send ahead, mostly of 64 KiB. */
const maxPieces = 8;

/**
 * Streams the output of an encryption thread; fails with the source or with the thread. Destroying the stream ends the
 * thread, and the stream closes when the thread has ended and the source is no longer read.
 */
export class EncryptionThread extends Readable {
  readonly #worker: Worker;
  readonly #feeding: Promise<void>;
  readonly #blocks = Array.from({ length: maxBlocks }, () => new ArrayBuffer(blockSize));
  #onBlock: (() => void) | undefined;
  #awaited = 0;
  #isDone = false;

  /**
   * Starts the thread.
   * @param source may reuse the memory of a piece once the next is requested
   */
  constructor(work: EncryptionWork, source: AsyncIterable<Uint8Array>) {
    super();
    const file = import.meta.url.endsWith('.ts') ? './encryption-worker.ts' : './encryption-worker.js';
    this.#worker = new Worker(new URL(file, import.meta.url), { name: 'encryption', workerData: work })
      .on('message', (message: FromEncryptionWorker) => this.#take(message))
      .on('error', (cause) => this.#breakDown(cause))
      .on('exit', (code) => this.#breakDown(new Error(`it ended with code ${code}`)));
    this.#feeding = this.#feed(source).catch((error) => void this.destroy(error));
  }

  override _read(): void {
    this.#send({ type: 'more', pieces: maxPieces - this.#awaited });
    this.#awaited = maxPieces;
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#onBlock?.();
    void Promise.all([this.#worker.terminate(), this.#feeding]).then(() => done(error));
  }

  async #feed(source: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of source) {
      for (let at = 0; at < piece.length; at += blockSize) {
        const block = await this.#freeBlock();
        if (!block) return;
        const part = piece.subarray(at, at + blockSize);
        new Uint8Array(block).set(part);
        this.#send({ type: 'bytes', block, length: part.length }, [block]);
      }
    }
    this.#send({ type: 'end' });
  }

  /**
   * Returns a free buffer.
   * @returns undefined when no more input is needed
   */
  async #freeBlock(): Promise<ArrayBuffer | undefined> {
    if (this.#blocks.length === 0 && !this.destroyed) {
      await new Promise<void>((resolve) => {
        this.#onBlock = resolve;
      });
    }
    return this.destroyed ? undefined : this.#blocks.pop();
  }

  #take(message: FromEncryptionWorker): void {
    if (message.type === 'taken') {
      this.#blocks.push(message.block);
      this.#onBlock?.();
    } else if (message.type === 'piece') {
      this.#awaited -= 1;
      this.push(message.bytes);
    } else {
      this.#isDone = true;
      this.push(null);
    }
  }

  #send(message: ToEncryptionWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #breakDown(cause: Error): void {
    if (this.#isDone) return;
    this.destroy(new Error(`The thread that encrypts files broke down: ${cause.message}`, { cause }));
  }
}
