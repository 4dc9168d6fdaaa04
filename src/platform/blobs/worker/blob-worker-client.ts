import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Callbacks of one job. */
interface Job {
  onTaken?: (block: ArrayBuffer) => void;
  onStepped?: (sha256: Uint8Array | undefined) => void;
  onRead?: (bytes: number) => void;
  onEnd: (result: Exclude<FromWorker, { type: 'taken' | 'stepped' | 'read' }>) => void;
}

/** The blob worker as seen by the main thread; it starts with its first job. */
export class BlobWorkerClient {
  readonly #jobs = new Map<number, Job>();
  #worker: Worker | undefined;
  #lastJob = 0;

  /** Numbers a new job and listens for its responses. */
  add(job: Job): number {
    this.#lastJob += 1;
    this.#jobs.set(this.#lastJob, job);
    return this.#lastJob;
  }

  send(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message, message.type === 'block' ? [message.block] : []);
  }

  /** Stops the thread; pending work fails. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const file = import.meta.url.endsWith('.ts') ? './blob-worker.ts' : './blob-worker.js';
    const worker = new Worker(new URL(file, import.meta.url));
    let cause = 'The blob worker ended';
    worker.on('message', (message: FromWorker) => this.#deliver(message));
    worker.on('error', (error: Error) => {
      cause = error.message;
    });
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const job of [...this.#jobs.keys()]) {
        this.#deliver({ type: 'failed', job, message: cause, code: undefined });
      }
    });
    return worker;
  }

  #deliver(message: FromWorker): void {
    const job = this.#jobs.get(message.job);
    if (message.type === 'taken') {
      job?.onTaken?.(message.block);
      return;
    }
    if (message.type === 'stepped') {
      job?.onStepped?.(message.sha256);
      return;
    }
    if (message.type === 'read') {
      job?.onRead?.(message.bytes);
      return;
    }
    this.#jobs.delete(message.job);
    job?.onEnd(message);
  }
}

/** Returns the error of a job that failed. */
export const jobError = (end: FromWorker): Error =>
  end.type === 'failed'
    ? Object.assign(new Error(end.message), end.code === undefined ? {} : { code: end.code })
    : new Error('The work on this file was cancelled');
