import { constants, fdatasync, ftruncateSync, openSync, write } from 'node:fs';
import { promisify } from 'node:util';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import { TaskTracker } from '../../../core/concurrency/task-tracker.ts';
import { diskAlignment } from '../store/aligned-memory.ts';
import { closeFile, fileMode, syncFile } from '../store/files.ts';
import { systemCode } from '../store/system-code.ts';

const writeOnce = promisify(write);
const flushData = promisify(fdatasync);

/** A flush starts after this number of bytes in the system's cache, so that the last sync is short. */
const flushEveryBytes = 32 * 1024 * 1024;

/** Limits writes and syncs to two at a time, because more would occupy every thread of the pool. */
const lanes = new KeyedMutex();
const laneCount = 2;
let opened = 0;
let flushing = false;

/** A file written from its beginning, past the system's cache where possible, which takes half the processor time. */
export class DurableFile {
  readonly fd: number;
  readonly #directFd: number | undefined;
  readonly #lane = String(opened++ % laneCount);
  readonly #running = new TaskTracker();
  size = 0;
  #unflushed = 0;
  #error: unknown;
  #closed: Promise<void> | undefined;

  /** @param flags as of `open` */
  constructor(path: string, flags: string | number) {
    this.fd = openSync(path, flags, fileMode);
    this.#directFd = openDirect(path);
  }

  /** Writes the next bytes, whose memory must not change meanwhile. Rejects with the system's error. */
  append(bytes: Uint8Array): Promise<void> {
    const position = this.size;
    this.size += bytes.length;
    const written = this.#running.add(lanes.run(this.#lane, () => this.#write(bytes, position)));
    written.catch(this.#fail);
    return written;
  }

  /** Syncs everything written before. */
  async sync(): Promise<void> {
    await this.#running.settled();
    if (this.#error) throw this.#error;
    await this.#running.add(lanes.run(this.#lane, () => syncFile(this.fd)));
  }

  /** Truncates the file to `size` bytes and continues from there. */
  async cut(size: number): Promise<void> {
    await this.#running.settled();
    ftruncateSync(this.fd, size);
    this.size = size;
  }

  /** Closes the file when no operation uses it. */
  close(): Promise<void> {
    this.#closed ??= this.#running.settled().then(async () => {
      if (this.#directFd !== undefined) await closeFile(this.#directFd);
      await closeFile(this.fd);
    });
    return this.#closed;
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    let done = await this.#writeDirectly(bytes, position);
    this.#unflushed += bytes.length - done;
    // A single call may write less, e.g. on an almost full disk.
    while (done < bytes.length) {
      const rest = bytes.length - done;
      done += (await writeOnce(this.fd, bytes, done, rest, position + done)).bytesWritten;
    }
    this.#flushNowAndThen();
  }

  /** Returns the number of bytes written; 0 for an end of the file that is not aligned. */
  async #writeDirectly(bytes: Uint8Array, position: number): Promise<number> {
    const { resizable } = bytes.buffer as ArrayBuffer;
    const isAligned = resizable && (bytes.byteOffset | bytes.length | position) % diskAlignment === 0;
    if (this.#directFd === undefined || !isAligned) return 0;
    try {
      return (await writeOnce(this.#directFd, bytes, 0, bytes.length, position)).bytesWritten;
    } catch (error) {
      // Some file systems report only now that they do not support direct I/O.
      if (systemCode(error) !== 'EINVAL') throw error;
      return 0;
    }
  }

  #flushNowAndThen(): void {
    if (flushing || this.#unflushed < flushEveryBytes) return;
    flushing = true;
    this.#unflushed = 0;
    const flushed = this.#running.add(flushData(this.fd));
    flushed.catch(this.#fail).finally(() => {
      flushing = false;
    });
  }

  /** Keeps an error for `sync`, because the system reports a failed write only once. */
  readonly #fail = (error: unknown) => {
    this.#error ??= error;
  };
}

/** Returns undefined if the file cannot be opened for direct I/O; the open descriptor beside it is used then. */
function openDirect(path: string): number | undefined {
  if (!constants.O_DIRECT) return undefined;
  try {
    return openSync(path, constants.O_WRONLY | constants.O_DIRECT);
  } catch {
    return undefined;
  }
}
