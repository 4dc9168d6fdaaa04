import { closeSync, openSync, readSync } from 'node:fs';
import { openFile, readStart } from '../store/files.ts';

/** The disk counts as slow above this moving average of ms per file. */
const slowAverageMs = 0.5;
/** Weight of one file in the average. */
const weight = 0.02;
/** Cap for the duration of one call, in ms: a single longer one was caused by a busy processor. */
const longestMs = 10;
/** Duration in ms for which the thread pool is then used. */
const carefulMs = 3000;

/**
 * Opens stored files, and reads small ones whole. What the system has cached is opened and read synchronously in this
 * thread, because each round trip to the thread pool takes as long as the rest of a short response. While the disk is
 * slow, the thread pool is used so that the thread does not block.
 */
export class FileOpener {
  readonly #now: () => number;
  #average = 0;
  #carefulUntil = 0;

  /** @param now in ms, to measure the duration of calls */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @returns a file descriptor for reading, which the caller closes */
  async open(path: string): Promise<number> {
    return this.#isCareful() ? openFile(path, 'r') : this.#timed(() => openSync(path, 'r'));
  }

  /** @returns the first `size` bytes of the file, or fewer when it is shorter */
  async read(path: string, size: number): Promise<Buffer> {
    return this.#isCareful() ? readStart(path, size) : this.#timed(() => readAtOnce(path, size));
  }

  #isCareful(): boolean {
    return this.#now() < this.#carefulUntil;
  }

  #timed<Result>(work: () => Result): Result {
    const started = this.#now();
    const result = work();
    this.#learn(this.#now() - started);
    return result;
  }

  #learn(duration: number): void {
    this.#average += (Math.min(duration, longestMs) - this.#average) * weight;
    if (this.#average < slowAverageMs) return;
    this.#carefulUntil = this.#now() + carefulMs;
    this.#average = 0;
  }
}

function readAtOnce(path: string, size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size);
  const fd = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(fd, bytes, 0, size, 0));
  } finally {
    closeSync(fd);
  }
}
