import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { knownBlocksFile, readKnownBlocks } from '../known-blocks.ts';
import { problemAt } from './journal-end.ts';
import { gone } from './journal-error.ts';
import { Frames } from './journal-frames.ts';
import { firstPlace, headerBytes, readHeader } from './journal-header.ts';
import { inWindows, readAt } from './journal-reading.ts';

/** Returns whether a journal exists, or existed and is missing; copying a missing one reports that. */
export const hasJournal = (file: string): boolean => existsSync(file) || existsSync(knownBlocksFile(file));

/**
 * Copies the blocks of a journal durably to a new file that only its owner can read. Also works while a chain writes to
 * it: an incomplete block is left out.
 * @throws JournalError when the journal is damaged; the file at `to` is then unusable
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
  // The number of blocks may grow during the copy but never shrinks.
  const known = readKnownBlocks(file, secret);
  for (let place = firstPlace; ; ) {
    const read = inWindows((position, length) => readAt(source, position, length));
    const next = frames.walk(place, read, ({ number, payload }) => {
      writeWhole(target, frames.encode(number, payload));
    });
    const problem = problemAt(next, { file, frames, read, known });
    if (!problem) return;
    // Progress means that the incomplete block was completed and followed by another one.
    if (next.blocks === place.blocks) throw problem;
    place = next;
  }
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
}
