import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DestinationStream } from 'pino';
import { MB } from '../../contract/units.ts';

/**
 * A log file of bounded size, readable only by its owner. A full file becomes `<file>.1`, and the previous one
 * `<file>.2`, which replaces the oldest. Created with the first line; `write` returns when the system has the line.
 * Drops lines that cannot be written, e.g. on a full disk, because logging must not fail other work.
 */
export class LogFile implements DestinationStream {
  readonly #path: string;
  readonly #maxBytes: number;
  #file: number | undefined;
  #bytes = 0;

  constructor(path: string, maxBytes = 4 * MB) {
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  write(line: string): void {
    try {
      this.#file ??= this.#open();
      if (this.#bytes >= this.#maxBytes) this.#beginAnew(this.#file);
      this.#bytes += writeSync(this.#file, line);
    } catch {
      // The other outputs of the log report it.
    }
  }

  #open(): number {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const file = openSync(this.#path, 'a', 0o600);
    this.#bytes = fstatSync(file).size;
    return file;
  }

  #beginAnew(full: number): void {
    this.#file = undefined;
    closeSync(full);
    renameIfThere(`${this.#path}.1`, `${this.#path}.2`);
    renameIfThere(this.#path, `${this.#path}.1`);
    this.#file = this.#open();
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // The file does not exist the first time.
  }
}
