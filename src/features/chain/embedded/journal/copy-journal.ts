import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { knownBlocksFile, readKnownBlocks } from '../known-blocks.ts';
import { problemAt } from './journal-end.ts';
import { gone } from './journal-error.ts';
import { Frames } from './journal-frames.ts';
import { firstPlace, headerBytes, readHeader } from './journal-header.ts';
import { inWindows, readAt } from './journal-reading.ts';

/** Whether there is a journal, or was one that is gone: then copying it says so. */
export const hasJournal = (file: string): boolean => existsSync(file) || existsSync(knownBlocksFile(file));

/**
 * Copies the blocks that a journal holds to a new file that only its owner reads, durably; also while a chain writes to
 * it: a block in flight is left out.
 * @throws JournalError where the journal is damaged; what is at `to` is of no use then
 */
export function copyJournal(from: string, to: string): void {
  if (!existsSync(from)) throw gone(from);
  const source = openSync(from, 'r');
  const target = openSync(to, 'wx', 0o600);
  try {
    copyBlocks(from, source, target);
    fsyncSync(target);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

function copyBlocks(file: string, source: number, target: number): void {
  const header = readAt(source, 0, headerBytes);
  const { secret } = readHeader(header, file);
  writeWhole(target, header);
  const frames = new Frames(secret);
  // More may come, and fewer never.
  const known = readKnownBlocks(file, secret);
  for (let place = firstPlace; ; ) {
    const read = inWindows((position, length) => readAt(source, position, length));
    const next = frames.walk(place, read, ({ number, payload }) => {
      writeWhole(target, frames.encode(number, payload));
    });
    const problem = problemAt(next, { file, frames, read, known });
    if (!problem) return;
    // The block in flight became whole, and another one after it.
    if (next.blocks === place.blocks) throw problem;
    place = next;
  }
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
}
