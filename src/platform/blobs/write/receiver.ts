import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { TransientSet } from '../../../core/concurrency/transient-set.ts';
import { shuttingDown } from '../../../core/node-error.ts';
import { PartWriter } from '../partial/part-writer.ts';
import type { BlobSource, PartOptions, ReceivedPart, WriteOptions } from '../store/blob-types.ts';
import { asWriteError } from '../store/disk-errors.ts';
import { type DiskSpace, SpaceClaim } from '../store/disk-space.ts';
import type { BlobWorkerClient } from '../worker/blob-worker-client.ts';
import type { WorkerFile } from '../worker/worker-file.ts';
import { tooLarge } from './block-filler.ts';
import { type Pump, pump } from './pump.ts';
import { type ReceivedBlob, Upload } from './upload.ts';

/** Streams sources into files; see `DiskBlobStore.write` and `PartialBlobs.append`. */
export class Receiver {
  readonly #worker: BlobWorkerClient;
  readonly #space: DiskSpace;
  readonly #pumps = new TransientSet<Pump>();
  #closed = false;

  constructor(worker: BlobWorkerClient, space: DiskSpace) {
    this.#worker = worker;
    this.#space = space;
  }

  /** Receives a whole blob into a new file. On failure no file stays at `path`. */
  async receive(path: string, source: BlobSource, options: WriteOptions): Promise<ReceivedBlob> {
    const { maxBytes, sizeHint = 0, signal } = options;
    const upload = new Upload({ path, worker: this.#worker, claim: this.#claim(options) }, options);
    try {
      const refusal = sizeHint > maxBytes ? tooLarge(maxBytes) : undefined;
      await this.#read(source, signal, refusal, (chunk) => upload.append(chunk));
      const received = await upload.finish();
      signal?.throwIfAborted();
      return received;
    } catch (error) {
      await upload.cancel();
      await rm(path, { force: true });
      throw asWriteError(error);
    }
  }

  /** Receives a part; an interrupted one without check is kept, a refused one truncated. */
  async receivePart(file: WorkerFile, source: BlobSource, options: PartOptions): Promise<ReceivedPart> {
    const { start, maxBytes, sizeHint = 0, signal, check } = options;
    const refusal = start + sizeHint > maxBytes ? tooLarge(maxBytes) : undefined;
    const part = new PartWriter(file, this.#claim(options), options);
    try {
      let brokenOff: ReceivedPart['brokenOff'];
      try {
        await this.#read(source, signal, refusal, (chunk) => part.append(chunk));
      } catch (reason) {
        if (refusal || part.refused || check) throw reason;
        brokenOff = { reason };
      }
      const sha256 = await part.keep();
      const hash = options.isHashed && sha256 && { sha256 };
      return { size: file.size, ...hash, ...(brokenOff && { brokenOff }) };
    } catch (error) {
      await part.cut();
      throw asWriteError(error);
    } finally {
      part.close();
    }
  }

  /** Refuses further sources and aborts those in progress. */
  close(): void {
    this.#closed = true;
    for (const reading of this.#pumps) reading.stop(shuttingDown());
  }

  #claim({ sizeHint, isForGuest }: WriteOptions | PartOptions): SpaceClaim {
    return new SpaceClaim(this.#space, sizeHint, isForGuest);
  }

  /** Resolves when all bytes were taken; a refusal rejects it without reading further. */
  async #read(
    source: BlobSource,
    signal: AbortSignal | undefined,
    refusal: Error | undefined,
    take: (chunk: Buffer) => Promise<void> | undefined,
  ): Promise<void> {
    const stream = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
    const reading = pump(stream, take);
    const abort = () => reading.stop(signal?.reason);
    this.#pumps.add(reading);
    signal?.addEventListener('abort', abort);
    if (this.#closed) reading.stop(shuttingDown());
    if (refusal) reading.stop(refusal);
    if (signal?.aborted) abort();
    try {
      await reading.done;
    } finally {
      this.#pumps.delete(reading);
      signal?.removeEventListener('abort', abort);
      if (stream !== source) stream.destroy();
    }
  }
}
