import { createHash } from 'node:crypto';
import { fdatasync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { PerKey } from '../core/per-key.ts';
import { closeFile, fileMode, syncFile } from './files.ts';

const flushData = promisify(fdatasync);

/** After so many bytes the disk is told to begin, so that the last sync has little left to do. */
const flushEvery = 32 * 1024 * 1024;

/** Syncs wait in two lanes: more would keep every thread of the pool from reading and writing. */
const lanes = new PerKey();
const laneCount = 2;
let opened = 0;
let flushing = false;

/**
 * A file that the worker writes and hashes. It writes in its own thread: handing each block on to the thread pool
 * costs more than writing it into the system's cache.
 */
export class IncomingFile {
  readonly #fd: number;
  readonly #lane = String(opened++ % laneCount);
  readonly #hash = createHash('sha256');
  readonly #syncs = new Set<Promise<void>>();
  #size = 0;
  #flushedSize = 0;
  #flushError: unknown;
  #closed: Promise<void> | undefined;

  constructor(path: string) {
    this.#fd = openSync(path, 'wx', fileMode);
  }

  append(bytes: Uint8Array): void {
    let done = 0;
    // A single call may write less, e.g. on a disk that is about to be full.
    while (done < bytes.length) done += writeSync(this.#fd, bytes, done, bytes.length - done);
    this.#size += bytes.length;
    this.#hash.update(bytes);
    this.#flushNowAndThen();
  }

  /** Makes the file durable and closes it. @returns its SHA-256 */
  async finish(): Promise<Buffer> {
    await Promise.all(this.#syncs);
    if (this.#flushError) throw this.#flushError;
    await lanes.run(this.#lane, () => this.#track(syncFile(this.#fd)));
    await this.close();
    return this.#hash.digest();
  }

  /** Closes the file once nothing uses it any more. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#syncs).then(() => closeFile(this.#fd));
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
    this.#syncs.add(work);
    const forget = () => this.#syncs.delete(work);
    work.then(forget, forget);
    return work;
  }
}
