import type { Pace } from '../read/paced-read.ts';
import { shuttingDown } from '../write/receiver.ts';
import { BlobWorkerClient, jobError } from './blob-worker-client.ts';
import type { ToWorker } from './worker-messages.ts';

/** So long after its last job the thread ends, in ms. */
const idleTime = 10_000;

/** How a file is read in the background. */
interface Reading {
  pace: Pace;
  /** Ends it in the middle of a file: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Reads whole files in a thread of its own, so that uploads wait for none of it. */
export class BackgroundWorker {
  #worker: BlobWorkerClient | undefined;
  #jobs = 0;
  #ending: NodeJS.Timeout | undefined;
  #closed = false;

  /** The SHA-256 of a file. Rejects with the system's error, e.g. `ENOENT`. */
  hashFile(path: string, { pace, signal }: Reading): Promise<Buffer> {
    return this.#run((job) => ({ type: 'hash', job, path, pace }), signal);
  }

  /**
   * Writes a durable copy; one that fails or is aborted leaves a part of it.
   * @param onRead gets the bytes read since the last call, now and then
   * @returns the SHA-256 of what it read. Rejects with the system's error
   */
  copyFile(
    from: string,
    path: string,
    { pace, signal, onRead }: Reading & { onRead: (bytes: number) => void },
  ): Promise<Buffer> {
    return this.#run((job) => ({ type: 'copy', job, from, path, pace }), signal, onRead);
  }

  /** Ends the thread; what it still works on fails. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#ending);
    await this.#endThread();
  }

  async #endThread(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.close();
  }

  async #run(
    message: (job: number) => ToWorker,
    signal: AbortSignal | undefined,
    onRead: (bytes: number) => void = () => {},
  ): Promise<Buffer> {
    signal?.throwIfAborted();
    if (this.#closed) throw shuttingDown();
    clearTimeout(this.#ending);
    this.#jobs += 1;
    this.#worker ??= new BlobWorkerClient();
    const worker = this.#worker;
    let cancel = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const job = worker.add({
          onRead,
          onEnd: (end) => {
            if (end.type === 'hashed' || end.type === 'written') resolve(Buffer.from(end.sha256));
            else reject(signal?.aborted ? signal.reason : jobError(end));
          },
        });
        cancel = () => worker.send({ type: 'cancel', job });
        signal?.addEventListener('abort', cancel);
        worker.send(message(job));
      });
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#jobs -= 1;
      if (this.#jobs === 0) this.#ending = setTimeout(() => void this.#endThread(), idleTime).unref();
    }
  }
}
