import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { blockSize } from '../store/blob-types.ts';
import type { BlockChecksums } from '../store/checksums.ts';
import { readFully } from '../store/files.ts';
import { IncomingFile } from '../write/incoming-file.ts';

/** A size of the file, with its hash state, to which it can be truncated. */
interface Mark {
  size: number;
  hash: Hash;
  checksums: BlockChecksums;
}

/** A file that grows part by part; the worker writes and hashes it. */
export class ResumedFile extends IncomingFile {
  #partHash: Hash | undefined;
  #start: Mark;

  /** Opens the file, or creates an empty one. */
  constructor(path: string) {
    super(path, constants.O_RDWR | constants.O_CREAT);
    this.#start = this.#mark();
  }

  /** Hashes the first `size` bytes, which must exist, and truncates the rest. */
  async catchUp(size: number): Promise<void> {
    await this.file.cut(size);
    const buffer = Buffer.allocUnsafeSlow(Math.min(size, blockSize));
    for (let position = 0; position < size; position += buffer.length) {
      const length = await readFully(this.file.fd, buffer.subarray(0, size - position), position);
      this.hash.update(buffer.subarray(0, length));
      this.checksums.update(buffer.subarray(0, length));
    }
  }

  /** @param hashed whether `keep` returns the hash of this part alone */
  beginPart(hashed: boolean): void {
    this.#start = this.#mark();
    this.#partHash = hashed ? createHash('sha256') : undefined;
  }

  override append(bytes: Uint8Array): Promise<void> {
    const written = super.append(bytes);
    this.#partHash?.update(bytes);
    return written;
  }

  /** Syncs the part and returns its SHA-256, if requested. */
  async keep(): Promise<Buffer | undefined> {
    await this.file.sync();
    return this.#partHash?.digest();
  }

  async cut(): Promise<void> {
    const { size, hash, checksums } = this.#start;
    await this.file.cut(size);
    this.hash = hash;
    this.checksums = checksums;
  }

  #mark(): Mark {
    return { size: this.file.size, hash: this.hash.copy(), checksums: this.checksums.copy() };
  }
}
