import type { BlobWorkerClient } from '../worker/blob-worker-client.ts';
import { WorkerFile } from '../worker/worker-file.ts';

/** A file that grows in parts, open in the worker, which hashes all of it. */
export class PartialFile extends WorkerFile {
  /** Size in bytes, including the part in progress. */
  size: number;
  /** Offset at which the part in progress begins. */
  #start = 0;

  private constructor(worker: BlobWorkerClient, path: string, size: number) {
    super(worker, { type: 'resume', path, size });
    this.size = size;
  }

  /**
   * Opens a file of at least `size` bytes, or creates an empty one. The duration grows with the size. Rejects with the
   * system's error.
   */
  static async resume(worker: BlobWorkerClient, path: string, size: number): Promise<PartialFile> {
    const file = new PartialFile(worker, path, size);
    await file.resumed();
    return file;
  }

  override beginPart(hashed: boolean): void {
    this.#start = this.size;
    super.beginPart(hashed);
  }

  override append(block: ArrayBuffer, length: number): void {
    super.append(block, length);
    this.size += length;
  }

  override cut(): Promise<void> {
    this.size = this.#start;
    return super.cut();
  }
}
