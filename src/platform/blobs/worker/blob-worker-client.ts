import { Worker } from 'node:worker_threads';
import { TransientMap } from '../../../core/concurrency/transient-map.ts';
import type { ReadRate } from '../read/paced-read.ts';
import { ReceivingFiles } from './receiving-files.ts';
import type { FromWorker, JobEnd, ToWorker } from './worker-messages.ts';

/** The thread ends after this idle time, in ms. */
const idleMs = 10_000;

const ended = 'The blob worker ended';

interface Job {
  onTaken?: (block: ArrayBuffer) => void;
  onStepped?: (sha256: Uint8Array | undefined) => void;
  onRead?: (bytes: number) => void;
  onEnd: (end: JobEnd) => void;
}

interface Reading {
  pace: ReadRate;
  /** Aborts the read within a file; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The main thread's client of the blob worker, which starts with the first job. */
export class BlobWorkerClient {
  readonly #jobs = new TransientMap<number, Job>();
  readonly receiving = new ReceivingFiles();
  #worker: Worker | undefined;
  #lastJob = 0;
  #ending: NodeJS.Timeout | undefined;
  #closed = false;

  /** Numbers a new job and listens for its responses. */
  add(job: Job): number {
    clearTimeout(this.#ending);
    this.#lastJob += 1;
    this.#jobs.set(this.#lastJob, job);
    return this.#lastJob;
  }

  send(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message, message.type === 'block' ? [message.block] : []);
  }

  /** Returns the SHA-256 of a file. Rejects with the system's error, e.g. `ENOENT`. */
  hashFile(path: string, { pace, signal }: Reading): Promise<Buffer> {
    return this.#read((job) => ({ type: 'hash', job, path, pace }), signal);
  }

  /**
   * Writes a synced copy; a failed or aborted one leaves a partial file.
   * @param onRead called repeatedly with the bytes read since the last call
   * @returns the SHA-256 of the bytes read. Rejects with the system's error
   */
  copyFile(
    from: string,
    path: string,
    { pace, signal, onRead }: Reading & { onRead: (bytes: number) => void },
  ): Promise<Buffer> {
    return this.#read((job) => ({ type: 'copy', job, from, path, pace }), signal, onRead);
  }

  /** Stops the thread; pending work fails. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#ending);
    await this.#worker?.terminate();
  }

  async #read(
    message: (job: number) => ToWorker,
    signal: AbortSignal | undefined,
    onRead: (bytes: number) => void = () => {},
  ): Promise<Buffer> {
    signal?.throwIfAborted();
    if (this.#closed) throw new Error(ended);
    let cancel = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const job = this.add({
          onRead,
          onEnd: (end) => {
            if (end.type === 'hashed') resolve(Buffer.from(end.sha256));
            else reject(signal?.aborted ? signal.reason : jobError(end));
          },
        });
        cancel = () => this.send({ type: 'cancel', job });
        signal?.addEventListener('abort', cancel);
        this.send(message(job));
      });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  #start(): Worker {
    const file = import.meta.url.endsWith('.ts') ? './blob-worker.ts' : './blob-worker.js';
    const worker = new Worker(new URL(file, import.meta.url));
    let cause = ended;
    worker.on('message', (message: FromWorker) => this.#dispatch(message));
    worker.on('error', (error: Error) => {
      cause = error.message;
    });
    worker.on('exit', () => {
      // A new worker may already have replaced this idle one.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const job of this.#jobs.keys()) {
        this.#dispatch({ type: 'failed', job, message: cause, code: undefined });
      }
    });
    return worker;
  }

  #dispatch(message: FromWorker): void {
    const job = this.#jobs.get(message.job);
    if (message.type === 'taken') return job?.onTaken?.(message.block);
    if (message.type === 'stepped') return job?.onStepped?.(message.sha256);
    if (message.type === 'read') return job?.onRead?.(message.bytes);
    this.#jobs.delete(message.job);
    if (this.#jobs.size === 0) this.#endSoon();
    job?.onEnd(message);
  }

  #endSoon(): void {
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      void worker?.terminate();
    }, idleMs).unref();
  }
}

/** Returns the error of a job that did not succeed, with the system’s code if there is one. */
export const jobError = (end: JobEnd): Error =>
  end.type === 'failed'
    ? Object.assign(new Error(end.message), end.code === undefined ? {} : { code: end.code })
    : new Error('The work on this file was cancelled');
