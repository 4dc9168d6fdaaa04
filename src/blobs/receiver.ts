import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { NodeError } from '../core/node-error.ts';
import type { BlobSource, WriteOptions } from './blob-types.ts';
import type { BlobWorkerClient } from './blob-worker-client.ts';
import { BlockPool } from './block-pool.ts';
import { asWriteError } from './disk-errors.ts';
import { type DiskSpace, SpaceClaim } from './disk-space.ts';
import { type Pump, pump } from './pump.ts';
import { type Received, tooLarge, Upload } from './upload.ts';

/** Streams sources into files of their own; see `DiskBlobStore.write`. */
export class Receiver {
  readonly #worker: BlobWorkerClient;
  readonly #space: DiskSpace;
  readonly #blocks = new BlockPool();
  readonly #pumps = new Set<Pump>();
  #closed = false;

  constructor(worker: BlobWorkerClient, space: DiskSpace) {
    this.#worker = worker;
    this.#space = space;
  }

  /** On failure no file stays at `path`. */
  async receive(path: string, source: BlobSource, options: WriteOptions): Promise<Received> {
    const { maxBytes, sizeHint = 0, signal } = options;
    const upload = new Upload(
      { path, worker: this.#worker, share: this.#blocks.newShare(), claim: new SpaceClaim(this.#space) },
      options,
    );
    const stream = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
    const reading = pump(stream, (chunk) => upload.append(chunk));
    const abort = () => reading.stop(signal?.reason);
    this.#pumps.add(reading);
    signal?.addEventListener('abort', abort);
    if (this.#closed) reading.stop(shuttingDown());
    if (sizeHint > maxBytes) reading.stop(tooLarge(maxBytes));
    if (signal?.aborted) abort();
    try {
      await reading.done;
      const received = await upload.finish();
      signal?.throwIfAborted();
      return received;
    } catch (error) {
      await upload.cancel();
      await rm(path, { force: true });
      throw asWriteError(error);
    } finally {
      this.#pumps.delete(reading);
      signal?.removeEventListener('abort', abort);
      if (stream !== source) stream.destroy();
    }
  }

  /** Refuses further sources and breaks off those in progress. */
  close(): void {
    this.#closed = true;
    for (const reading of this.#pumps) reading.stop(shuttingDown());
  }
}

export const shuttingDown = (): NodeError =>
  new NodeError('shutting_down', 'The node is shutting down. Try again when it is back.');
