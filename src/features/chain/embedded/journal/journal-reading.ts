import { fstatSync, readSync } from 'node:fs';
import type { ReadAt } from './journal-frames.ts';

/** Bytes of an open file; fewer at its end. */
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

/** The same reading from the beginning to the end, by fewer calls of the system. */
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
