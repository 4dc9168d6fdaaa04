import { createHash } from 'node:crypto';
import { BlockChecksums } from '../store/checksums.ts';
import type { HashedFile } from '../worker/worker-messages.ts';
import { DurableFile } from './durable-file.ts';

/** Bytes hashed at a time, so that the processor's cache still has them for the second hash. */
const pieceLength = 64 * 1024;

/** A new file that the worker writes and hashes. */
export class IncomingFile {
  protected readonly file: DurableFile;
  protected hash = createHash('sha256');
  protected checksums = new BlockChecksums();

  /** @param flags as of `open` */
  constructor(path: string, flags: string | number = 'wx') {
    this.file = new DurableFile(path, flags);
  }

  /** Hashes the next bytes while they are written; their memory must not change meanwhile. */
  append(bytes: Uint8Array): Promise<void> {
    const written = this.file.append(bytes);
    for (let start = 0; start < bytes.length; start += pieceLength) {
      const piece = bytes.subarray(start, start + pieceLength);
      this.hash.update(piece);
      this.checksums.update(piece);
    }
    return written;
  }

  /** Syncs and closes the file. */
  async finish(): Promise<HashedFile> {
    await this.file.sync();
    await this.file.close();
    return { sha256: this.hash.digest(), checksums: this.checksums.digest() };
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
