import { fstatSync, readSync } from 'node:fs';
import type { ReadAt } from './journal-frames.ts';

/** Reads bytes of an open file; returns fewer at its end. */
export function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.min(length, Math.max(0, fstatSync(fd).size - position)));
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(fd, bytes, done, bytes.length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

/** Wraps sequential reads so that they need fewer system calls. */
export function inWindows(read: ReadAt): ReadAt {
  const windowBytes = 1024 * 1024;
  let start = 0;
  let window: Buffer = Buffer.alloc(0);
  return (position, length) => {
    if (position < start || position + length > start + window.length) {
      start = position;
      window = read(position, Math.max(length, windowBytes));
    }
    return window.subarray(position - start, position - start + length);
  };
}
