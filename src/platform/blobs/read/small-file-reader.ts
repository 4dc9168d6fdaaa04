import { closeSync, openSync, readSync } from 'node:fs';
import { closeFile, openFile, readFully } from '../store/files.ts';

/** Over a moving average of so many ms for a read, the disk is slow. */
const slowAverage = 0.5;
/** How much one read counts in the average. */
const weight = 0.02;
/** No read counts as longer than this, in ms: a single long one was a busy processor. */
const longest = 10;
/** For so many ms reads then go through the thread pool. */
const caution = 3000;

/**
 * Reads small files whole. What the system has in memory is read at once, in this thread: the three ways to the thread
 * pool and back cost more than all the rest of answering. While the disk is slow they are taken, so that nobody waits.
 */
export class SmallFileReader {
  readonly #now: () => number;
  #average = 0;
  #carefulUntil = 0;

  /** @param now in ms; to measure how long reads take */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @returns the file's first `size` bytes, or fewer when it is shorter */
  async read(path: string, size: number): Promise<Buffer> {
    const started = this.#now();
    if (started < this.#carefulUntil) return readThroughPool(path, size);
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

async function readThroughPool(path: string, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  const fd = await openFile(path, 'r');
  try {
    return bytes.subarray(0, await readFully(fd, bytes, 0));
  } finally {
    await closeFile(fd);
  }
}
