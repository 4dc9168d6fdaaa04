import { hash } from 'node:crypto';
import { NodeError } from '../core/node-error.ts';
import type { WriteOptions } from './blob-types.ts';
import type { BlobWorkerClient } from './blob-worker-client.ts';
import { type BlockShare, transferSize } from './block-pool.ts';
import { BlockChecksums } from './checksums.ts';
import type { SpaceClaim } from './disk-space.ts';
import { writeNewFile } from './files.ts';
import { freeAtOnce } from './memory.ts';
import { WorkerFile } from './worker-file.ts';

/** Bytes kept to tell the type from. */
const headSize = 512;

/** What is known of a blob once its bytes are durable. */
export interface Received {
  sha256: Buffer;
  checksums: Buffer;
  size: number;
  head: Buffer;
}

/** What an upload needs of the store. */
export interface UploadMeans {
  path: string;
  share: BlockShare;
  claim: SpaceClaim;
  worker: BlobWorkerClient;
}

/** Brings arriving bytes into a file: what fits one block is hashed and written from here, more by the worker. */
export class Upload {
  readonly #means: UploadMeans;
  readonly #options: WriteOptions;
  #file: WorkerFile | undefined;
  #block: ArrayBuffer | undefined;
  #filled = 0;
  #size = 0;
  #head = Buffer.alloc(0);
  readonly #checksums = new BlockChecksums();
  #over = false;

  constructor(means: UploadMeans, options: WriteOptions) {
    this.#means = means;
    this.#options = options;
  }

  /**
   * Takes the next bytes and keeps none of their memory: what has to wait is copied.
   * @throws NodeError `payload_too_large`, `insufficient_storage`
   */
  append(chunk: Uint8Array): Promise<void> | undefined {
    const { maxBytes, sizeHint = 0, onProgress } = this.#options;
    this.#size += chunk.length;
    if (this.#size > maxBytes) throw tooLarge(maxBytes);
    onProgress?.(this.#size);
    const looking = this.#means.claim.cover(Math.max(this.#size, sizeHint));
    return looking ? this.#collectAfter(looking, chunk) : this.#collect(chunk);
  }

  /** Resolves when everything is durable. Rejects with the system's error. */
  async finish(): Promise<Received> {
    const sha256 = this.#file ? await this.#finishLarge(this.#file) : await this.#finishSmall();
    this.#close();
    return { sha256, checksums: this.#checksums.digest(), size: this.#size, head: this.#head };
  }

  /** Stops; afterwards nothing holds the file open. */
  async cancel(): Promise<void> {
    if (this.#over) return;
    this.#close();
    await this.#file?.cancel();
  }

  #collect(chunk: Uint8Array): Promise<void> | undefined {
    const { share } = this.#means;
    let rest = chunk;
    while (rest.length > 0 && !this.#over) {
      if (this.#file?.failure) throw this.#file.failure;
      if (this.#filled === transferSize) this.#sendBlock();
      this.#block ??= share.tryTake();
      if (!this.#block) return this.#collectAfter(share.returned(), rest);
      const part = rest.subarray(0, transferSize - this.#filled);
      new Uint8Array(this.#block).set(part, this.#filled);
      this.#filled += part.length;
      rest = rest.subarray(part.length);
    }
    return undefined;
  }

  #collectAfter(event: Promise<void>, chunk: Uint8Array): Promise<void> {
    const copy = Buffer.from(chunk);
    return event.then(() => {
      const more = this.#collect(copy);
      freeAtOnce(copy);
      return more;
    });
  }

  #sendBlock(): void {
    if (!this.#block) return;
    const { worker, path, share, claim } = this.#means;
    // Checked here and hashed there: so neither thread waits long for the other.
    this.#checksums.update(new Uint8Array(this.#block, 0, this.#filled));
    if (!this.#file) {
      this.#head = Buffer.from(new Uint8Array(this.#block, 0, headSize));
      this.#file = new WorkerFile(worker, path, share);
    }
    this.#file.append(this.#block, this.#filled);
    claim.written(this.#filled);
    this.#block = undefined;
    this.#filled = 0;
  }

  #finishLarge(file: WorkerFile): Promise<Buffer> {
    this.#sendBlock();
    return file.finish();
  }

  async #finishSmall(): Promise<Buffer> {
    const bytes = this.#block ? Buffer.from(this.#block, 0, this.#filled) : Buffer.alloc(0);
    this.#head = Buffer.from(bytes.subarray(0, headSize));
    this.#checksums.update(bytes);
    await writeNewFile(this.#means.path, bytes);
    this.#means.claim.written(bytes.length);
    return hash('sha256', bytes, 'buffer');
  }

  #close(): void {
    this.#over = true;
    if (this.#block) this.#means.share.give(this.#block);
    this.#block = undefined;
    this.#means.claim.close();
    this.#means.share.close();
  }
}

export const tooLarge = (maxBytes: number): NodeError =>
  new NodeError(
    'payload_too_large',
    `The content is larger than the ${maxBytes} bytes that this node takes.`,
  );
