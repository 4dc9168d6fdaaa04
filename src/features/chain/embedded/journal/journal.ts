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
import { gone, inWords, JournalError } from './journal-error.ts';
import { Frames, frameHeadBytes, type Place } from './journal-frames.ts';
import { createJournalFile, firstPlace, type Genesis, headerBytes, readHeader } from './journal-header.ts';
import { inWindows, readAt } from './journal-reading.ts';

/**
 * The blocks of a chain, one after the other in one file, each durable before anybody hears of it
 * (docs/decisions/embedded-chain.md). It is read once, then written.
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
   * Opens it, or makes an empty one.
   * @param now for a new one: when it was made, in Unix seconds
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
      throw inWords(file, error);
    }
    this.#fd = fd;
    this.#frames = new Frames(this.genesis.secret);
  }

  /**
   * Reads every block, in order, and cuts off one that was in flight when the process ended.
   * @param onBlock gets the payload and where it lies
   * @returns how many bytes were cut off
   * @throws JournalError where a block is damaged that others follow, or the end is gone; the file is left as it is
   * then, and closed
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
      throw inWords(this.#file, error);
    }
  }

  /**
   * Makes a block durable.
   * @returns where its payload lies
   * @throws the system's error, e.g. `ENOSPC`; the journal is then as it was. JournalError: only reading it anew tells
   * whether the block is in it; it takes no more until then
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

  /** Fewer bytes at the end of the file. */
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

  /** Only the block in flight can be incomplete, since each one is durable before the next is written. */
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
