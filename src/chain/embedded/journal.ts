import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { JournalError } from './journal-error.ts';
import { Frames, frameHeadBytes, type ReadAt } from './journal-frames.ts';
import { createJournalFile, type Genesis, headerBytes, readHeader } from './journal-header.ts';

/**
 * The blocks of a chain, one after the other in one file, each durable before anybody hears of it
 * (docs/decisions/embedded-chain.md). It is read once, then written.
 */
export class Journal {
  readonly genesis: Genesis;
  readonly #file: string;
  readonly #fd: number;
  readonly #frames: Frames;
  #size = headerBytes;
  #blocks = 0;

  /**
   * Opens it, or makes an empty one.
   * @param now for a new one: when it was made, in Unix seconds
   * @throws JournalError
   */
  constructor(file: string, now: number) {
    this.#file = file;
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      createJournalFile(file, now);
    }
    this.#fd = openSync(file, 'r+');
    try {
      this.genesis = readHeader(this.read(0, headerBytes), file);
    } catch (error) {
      closeSync(this.#fd);
      throw error;
    }
    this.#frames = new Frames(this.genesis.secret);
  }

  /**
   * Reads every block, in order, and cuts off one that was in flight when the process ended.
   * @param onBlock gets the payload and where it lies
   * @returns how many bytes were cut off
   * @throws JournalError where a block is damaged that others follow; the file is left as it is then, and closed
   */
  replay(onBlock: (payload: Buffer, position: number) => void): number {
    const read = inWindows(this.read.bind(this));
    for (;;) {
      const frame = this.#frames.at(this.#size, read);
      if (frame?.number !== this.#blocks + 1) break;
      onBlock(frame.payload, this.#size + frameHeadBytes);
      this.#size += frameHeadBytes + frame.payload.length;
      this.#blocks += 1;
    }
    if (this.#frames.at(this.#size, read) || this.#frames.isAnyBehind(this.#size, read)) {
      this.close();
      throw new JournalError(
        `${basename(this.#file)}, the journal of the embedded chain, is damaged in block ${this.#blocks + 1}, ${this.#size} bytes from its beginning, and has blocks behind it. Nothing was changed. Restore it from a backup, or move it away: then a new, empty chain begins.`,
      );
    }
    return this.#cutTail();
  }

  /**
   * Makes a block durable.
   * @returns where its payload lies
   * @throws the system's error, e.g. `ENOSPC`; the journal is then as it was
   */
  append(payload: Buffer): number {
    const frame = this.#frames.encode(this.#blocks + 1, payload);
    try {
      for (let done = 0; done < frame.length; ) {
        done += writeSync(this.#fd, frame, done, frame.length - done, this.#size + done);
      }
      fdatasyncSync(this.#fd);
    } catch (error) {
      this.#takeBack();
      throw error;
    }
    const position = this.#size + frameHeadBytes;
    this.#size += frame.length;
    this.#blocks += 1;
    return position;
  }

  /** Fewer bytes at the end of the file. */
  read(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.min(length, Math.max(0, fstatSync(this.#fd).size - position)));
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(this.#fd, bytes, done, bytes.length - done, position + done);
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** Only the block in flight can be incomplete, since each one is durable before the next is written. */
  #cutTail(): number {
    const { size } = fstatSync(this.#fd);
    if (size === this.#size) return 0;
    ftruncateSync(this.#fd, this.#size);
    fdatasyncSync(this.#fd);
    return size - this.#size;
  }

  #takeBack(): void {
    try {
      ftruncateSync(this.#fd, this.#size);
    } catch {
      // The next block is written over it, and what is left is cut off when the journal is opened.
    }
  }
}

/** The same reading from the beginning to the end, by fewer calls of the system. */
function inWindows(read: ReadAt): ReadAt {
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
