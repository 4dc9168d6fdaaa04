import { createHash } from 'node:crypto';
import { fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { PerKey } from '../core/per-key.ts';
import { closeFile, fileMode, syncFile, writeFully } from './files.ts';

const flushData = promisify(fdatasync);

/** After so many bytes the disk is told to begin, so that the last sync has little left to do. */
const flushEvery = 32 * 1024 * 1024;

/** Syncs wait in two lanes: more would keep every thread of the pool from reading and writing. */
const lanes = new PerKey();
const laneCount = 2;
let opened = 0;
let flushing = false;

/** A file that the worker writes and hashes at the same time. */
export class IncomingFile {
  readonly #fd: number;
  readonly #lane = String(opened++ % laneCount);
  readonly #hash = createHash('sha256');
  readonly #running = new Set<Promise<void>>();
  #size = 0;
  #flushedSize = 0;
  #flushError: unknown;
  #closed: Promise<void> | undefined;

  constructor(path: string) {
    this.#fd = openSync(path, 'wx', fileMode);
  }

  /** Appends bytes, which must not change before it resolves. Calls may overlap. */
  async append(bytes: Uint8Array): Promise<void> {
    const written = this.#track(writeFully(this.#fd, bytes, this.#size));
    this.#size += bytes.length;
    this.#hash.update(bytes);
    await written;
    this.#flushNowAndThen();
  }

  /** Makes the file durable and closes it. @returns its SHA-256 */
  async finish(): Promise<Buffer> {
    await Promise.all(this.#running);
    if (this.#flushError) throw this.#flushError;
    await lanes.run(this.#lane, () => this.#track(syncFile(this.#fd)));
    await this.close();
    return this.#hash.digest();
  }

  /** Closes the file once nothing uses it any more. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#running).then(() => closeFile(this.#fd));
    return this.#closed;
  }

  #flushNowAndThen(): void {
    if (flushing || this.#size - this.#flushedSize < flushEvery) return;
    flushing = true;
    this.#flushedSize = this.#size;
    const done = () => {
      flushing = false;
    };
    // The system tells of bytes that it could not write only once, so the error is kept for `finish`.
    this.#track(flushData(this.#fd)).then(done, (error: unknown) => {
      this.#flushError = error;
      done();
    });
  }

  #track(work: Promise<void>): Promise<void> {
    this.#running.add(work);
    const forget = () => this.#running.delete(work);
    work.then(forget, forget);
    return work;
  }
}
