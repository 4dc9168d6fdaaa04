import type { Pace } from '../read/paced-read.ts';
import { shuttingDown } from '../write/receiver.ts';
import { BlobWorkerClient, jobError } from './blob-worker-client.ts';
import type { ToWorker } from './worker-messages.ts';

/** The thread ends after this idle time, in ms. */
const idleTime = 10_000;

/** Options of a read in the background. */
interface Reading {
  pace: Pace;
  /** Aborts the read within a file; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Reads whole files in a separate thread, so that uploads do not wait. */
export class BackgroundWorker {
  #worker: BlobWorkerClient | undefined;
  #jobs = 0;
  #ending: NodeJS.Timeout | undefined;
  #closed = false;

  /** Returns the SHA-256 of a file. Rejects with the system's error, e.g. `ENOENT`. */
  hashFile(path: string, { pace, signal }: Reading): Promise<Buffer> {
    return this.#run((job) => ({ type: 'hash', job, path, pace }), signal);
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
    return this.#run((job) => ({ type: 'copy', job, from, path, pace }), signal, onRead);
  }

  /** Stops the thread; pending work fails. */
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
