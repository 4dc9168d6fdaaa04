import { createHash } from 'node:crypto';
import type { HashedFile } from '../worker/worker-messages.ts';
import { DurableFile } from './durable-file.ts';

/** A new file that the worker writes and hashes. */
export class IncomingFile {
  protected readonly file: DurableFile;
  protected hash = createHash('sha256');

  /** @param flags as of `open` */
  constructor(path: string, flags: string | number = 'wx') {
    this.file = new DurableFile(path, flags);
  }

  append(bytes: Uint8Array): void {
    this.file.append(bytes);
    this.hash.update(bytes);
  }

  /** Syncs and closes the file. */
  async finish(): Promise<HashedFile> {
    await this.file.sync();
    await this.file.close();
    return { sha256: this.hash.digest() };
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
