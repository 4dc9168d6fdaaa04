import { fdatasync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import { TaskTracker } from '../../../core/concurrency/task-tracker.ts';
import { closeFile, fileMode, syncFile } from '../store/files.ts';

const flushData = promisify(fdatasync);

/** A flush starts after this number of bytes, so that the last sync is short. */
const flushEvery = 32 * 1024 * 1024;

/** Syncs run in two lanes: more would occupy every thread of the pool. */
const lanes = new KeyedMutex();
const laneCount = 2;
let opened = 0;
let flushing = false;

/** Written in the worker's own thread, because passing blocks to the thread pool costs more than the write. */
export class DurableFile {
  readonly fd: number;
  readonly #lane = String(opened++ % laneCount);
  readonly #syncs = new TaskTracker();
  size = 0;
  #flushedSize = 0;
  #flushError: unknown;
  #closed: Promise<void> | undefined;

  /** @param flags as of `open`; the file is written from its beginning */
  constructor(path: string, flags: string | number) {
    this.fd = openSync(path, flags, fileMode);
  }

  append(bytes: Uint8Array): void {
    let done = 0;
    // A single call may write less, e.g. on an almost full disk.
    while (done < bytes.length) {
      done += writeSync(this.fd, bytes, done, bytes.length - done, this.size + done);
    }
    this.size += bytes.length;
    this.#flushNowAndThen();
  }

  /** Syncs everything written before. */
  async sync(): Promise<void> {
    await this.#syncs.settled();
    if (this.#flushError) throw this.#flushError;
    await lanes.run(this.#lane, () => this.#syncs.add(syncFile(this.fd)));
  }

  /** Truncates the file to `size` bytes and continues from there. */
  cut(size: number): void {
    ftruncateSync(this.fd, size);
    this.size = size;
    this.#flushedSize = size;
  }

  /** Closes the file when nothing uses it. */
  close(): Promise<void> {
    this.#closed ??= this.#syncs.settled().then(() => closeFile(this.fd));
    return this.#closed;
  }

  #flushNowAndThen(): void {
    if (flushing || this.size - this.#flushedSize < flushEvery) return;
    flushing = true;
    this.#flushedSize = this.size;
    const done = () => {
      flushing = false;
    };
    // The system reports a failed write only once, so the error is kept for `sync`.
    this.#syncs.add(flushData(this.fd)).then(done, (error: unknown) => {
      this.#flushError = error;
      done();
    });
  }
}
