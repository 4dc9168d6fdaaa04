import { hash } from 'node:crypto';
import { headSize } from '../../../core/media-type/media-type.ts';
import type { WriteOptions } from '../store/blob-types.ts';
import { checksumsOf } from '../store/checksums.ts';
import type { SpaceClaim } from '../store/disk-space.ts';
import { writeNewFile } from '../store/files.ts';
import type { BlobWorkerClient } from '../worker/blob-worker-client.ts';
import { WorkerFile } from '../worker/worker-file.ts';
import { BlockFiller } from './block-filler.ts';

/** Data of a blob once its bytes are synced. */
export interface ReceivedBlob {
  sha256: Buffer;
  checksums: Buffer;
  size: number;
  head: Buffer;
}

type Hashes = Pick<ReceivedBlob, 'sha256' | 'checksums'>;

export interface UploadTarget {
  path: string;
  claim: SpaceClaim;
  worker: BlobWorkerClient;
}

/** Writes arriving bytes to a file: one block is hashed and written in this thread, larger files by the worker. */
export class Upload {
  readonly #target: UploadTarget;
  readonly #filler: BlockFiller;
  /** The file in the worker, from the first full block on. */
  file: WorkerFile | undefined;
  #head = Buffer.alloc(0);
  #isClosed = false;

  constructor(target: UploadTarget, options: WriteOptions) {
    this.#target = target;
    this.#filler = new BlockFiller(this, target.claim, options);
  }

  /** See `BlockFiller.append`. */
  append(chunk: Uint8Array): Promise<void> | undefined {
    return this.#filler.append(chunk);
  }

  send(block: ArrayBuffer, length: number, onWritten: () => void): void {
    const { worker, path } = this.#target;
    if (!this.file) {
      this.#head = Buffer.from(new Uint8Array(block, 0, Math.min(length, headSize)));
      this.file = new WorkerFile(worker, { type: 'write', path });
    }
    this.file.append(block, length, onWritten);
  }

  /** Resolves when all bytes are synced. Rejects with the system's error. */
  async finish(): Promise<ReceivedBlob> {
    const hashed = this.file ? await this.#finishLarge(this.file) : await this.#finishSmall();
    this.#close();
    return { ...hashed, size: this.#filler.arrived, head: this.#head };
  }

  /** Stops and closes the file. */
  async cancel(): Promise<void> {
    if (this.#isClosed) return;
    this.#close();
    await this.file?.cancel();
  }

  async #finishLarge(file: WorkerFile): Promise<Hashes> {
    this.#filler.end();
    const { sha256, checksums } = await file.finish();
    return { sha256: Buffer.from(sha256), checksums: Buffer.from(checksums) };
  }

  async #finishSmall(): Promise<Hashes> {
    const bytes = this.#filler.rest;
    this.#head = Buffer.from(bytes.subarray(0, headSize));
    this.#target.claim.sent(bytes.length);
    await writeNewFile(this.#target.path, bytes);
    this.#target.claim.written(bytes.length);
    return { sha256: hash('sha256', bytes, 'buffer'), checksums: checksumsOf(bytes) };
  }

  #close(): void {
    this.#isClosed = true;
    this.#filler.close();
  }
}
