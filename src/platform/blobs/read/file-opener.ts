import { closeSync, openSync, readSync } from 'node:fs';
import { readStart } from '../store/files.ts';

/** The disk counts as slow above this moving average of ms per read. */
const slowAverage = 0.5;
/** Weight of one read in the average. */
const weight = 0.02;
/** Cap for the duration of one read, in ms: a single longer one was caused by a busy processor. */
const longest = 10;
/** Duration in ms for which reads then use the thread pool. */
const caution = 3000;

/**
 * Reads small files whole. Reads cached by the system run synchronously in this thread, because three round trips to
 * the thread pool cost more than the rest of the response. While the disk is slow, the thread pool is used so that the
 * thread does not block.
 */
export class SmallFileReader {
  readonly #now: () => number;
  #average = 0;
  #carefulUntil = 0;

  /** @param now in ms, to measure the duration of reads */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @returns the first `size` bytes of the file, or fewer when it is shorter */
  async read(path: string, size: number): Promise<Buffer> {
    const started = this.#now();
    if (started < this.#carefulUntil) return readStart(path, size);
    const bytes = readAtOnce(path, size);
    this.#learn(this.#now() - started);
    return bytes;
  }

  #learn(duration: number): void {
    this.#average += (Math.min(duration, longest) - this.#average) * weight;
    if (this.#average < slowAverage) return;
    this.#carefulUntil = this.#now() + caution;
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
