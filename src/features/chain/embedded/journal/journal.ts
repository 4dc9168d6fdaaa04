import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { KnownBlocks, knownBlocksFile } from '../known-blocks.ts';
import { problemAt } from './journal-end.ts';
import { asJournalError, gone, JournalError } from './journal-error.ts';
import { Frames, frameHeadBytes, type Place } from './journal-frames.ts';
import { createJournalFile, firstPlace, type Genesis, headerBytes, readHeader } from './journal-header.ts';
import { inWindows, readAt } from './journal-reading.ts';

/**
 * Stores the blocks of a chain in one file; each is durable before it is reported (docs/decisions/embedded-chain.md).
 * The journal is read once, then written.
 */
export class Journal {
  readonly genesis: Genesis;
  readonly #file: string;
  readonly #fd: number;
  readonly #frames: Frames;
  readonly #known: KnownBlocks;
  #place: Place = firstPlace;
  #isUncertain = false;

  /**
   * Opens the journal or creates an empty one.
   * @param now creation time of a new journal, in Unix seconds
   * @throws JournalError
   */
  constructor(file: string, now: number) {
    this.#file = file;
    let fd: number | undefined;
    try {
      fd = openOrMake(file, now);
      this.genesis = readHeader(readAt(fd, 0, headerBytes), file);
      this.#known = new KnownBlocks(file, this.genesis.secret);
    } catch (error) {
      if (fd !== undefined) closeSync(fd);
      throw asJournalError(file, error);
    }
    this.#fd = fd;
    this.#frames = new Frames(this.genesis.secret);
  }

  /**
   * Reads every block in order and removes one that was incomplete when the process ended.
   * @param onBlock receives the payload and its position
   * @returns the number of removed bytes
   * @throws JournalError when a damaged block is followed by others or the end is missing; the file is then left
   *   unchanged and closed
   */
  replay(onBlock: (payload: Buffer, position: number) => void): number {
    try {
      const read = inWindows(this.read.bind(this));
      this.#place = this.#frames.walk(firstPlace, read, ({ payload }, position) =>
        onBlock(payload, position + frameHeadBytes),
      );
      const { blocks } = this.#place;
      const known = this.#known.read();
      const problem = problemAt(this.#place, { file: this.#file, frames: this.#frames, read, known });
      if (problem) throw problem;
      const cutBytes = this.#cutTail();
      this.#known.write(blocks);
      return cutBytes;
    } catch (error) {
      this.close();
      throw asJournalError(this.#file, error);
    }
  }

  /**
   * Appends a block durably.
   * @returns the position of its payload
   * @throws the system's error, e.g. `ENOSPC`; the journal is then unchanged. JournalError: only reading the journal
   *   again shows whether it contains the block; until then it accepts no more
   */
  append(payload: Buffer): number {
    if (this.#isUncertain) throw uncertain(this.#file);
    const { blocks, end } = this.#place;
    const frame = this.#frames.encode(blocks + 1, payload);
    try {
      for (let done = 0; done < frame.length; ) {
        done += writeSync(this.#fd, frame, done, frame.length - done, end + done);
      }
      fdatasyncSync(this.#fd);
    } catch (error) {
      this.#takeBack();
      throw error;
    }
    this.#place = { blocks: blocks + 1, end: end + frame.length };
    this.#known.write(blocks + 1);
    return end + frameHeadBytes;
  }

  /** Reads bytes; returns fewer at the end of the file. */
  read(position: number, length: number): Buffer {
    return readAt(this.#fd, position, length);
  }

  close(): void {
    try {
      this.#known.close();
    } finally {
      closeSync(this.#fd);
    }
  }

  /**
   * Removes an incomplete last block. No other can be incomplete, since each one is durable before the next is written.
   */
  #cutTail(): number {
    const { size } = fstatSync(this.#fd);
    if (size !== this.#place.end) this.#cut();
    return size - this.#place.end;
  }

  /** @throws JournalError */
  #takeBack(): void {
    try {
      this.#cut();
    } catch (cause) {
      this.#isUncertain = true;
      throw uncertain(this.#file, cause);
    }
  }

  #cut(): void {
    ftruncateSync(this.#fd, this.#place.end);
    fdatasyncSync(this.#fd);
  }
}

function openOrMake(file: string, now: number): number {
  if (!existsSync(file)) {
    if (existsSync(knownBlocksFile(file))) throw gone(file);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    createJournalFile(file, now);
  }
  return openSync(file, 'r+');
}

const uncertain = (file: string, cause?: unknown): JournalError =>
  new JournalError(
    `The last block could neither be written to ${basename(file)} nor taken back. Look at its disk.`,
    { cause },
  );
