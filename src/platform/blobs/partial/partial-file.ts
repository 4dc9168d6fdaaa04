import type { BlobWorkerClient } from '../worker/blob-worker-client.ts';
import { WorkerFile } from '../worker/worker-file.ts';
import type { HashedFile } from '../worker/worker-messages.ts';
import type { BlockShare } from '../write/block-pool.ts';

/** A file that grows in parts, open in the worker, which hashes all of it. */
export class PartialFile {
  readonly #file: WorkerFile;
  /** The memory share that the part in progress uses. */
  #share: BlockShare | undefined;
  /** Size in bytes, including the part in progress. */
  size: number;
  /** Offset at which the part in progress begins. */
  #start = 0;

  private constructor(worker: BlobWorkerClient, path: string, size: number) {
    this.size = size;
    this.#file = new WorkerFile(
      worker,
      { type: 'resume', path, size },
      { give: (block) => this.#share?.give(block), wake: () => this.#share?.wake() },
    );
  }

  /**
   * Opens a file of at least `size` bytes, or creates an empty one. The duration grows with the size. Rejects with the
   * system's error.
   */
  static async resume(worker: BlobWorkerClient, path: string, size: number): Promise<PartialFile> {
    const file = new PartialFile(worker, path, size);
    await file.#file.resumed();
    return file;
  }

  get failure(): Error | undefined {
    return this.#file.failure;
  }

  /** @param hashed whether `keep` returns the hash of this part alone */
  beginPart(share: BlockShare, hashed: boolean): void {
    this.#share = share;
    this.#start = this.size;
    this.#file.beginPart(hashed);
  }

  append(block: ArrayBuffer, length: number): void {
    this.#file.append(block, length);
    this.size += length;
  }

  /**
   * Syncs the part.
   * @returns its SHA-256, if requested
   */
  keep(): Promise<Buffer | undefined> {
    return this.#file.keep();
  }

  /** Truncates the part. */
  cut(): Promise<void> {
    this.size = this.#start;
    return this.#file.cut();
  }

  /** Syncs the whole file and closes it. */
  finish(): Promise<HashedFile> {
    return this.#file.finish();
  }

  /** Closes the file without changing it. */
  close(): Promise<void> {
    return this.#file.cancel();
  }
}
