import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DestinationStream } from 'pino';

const MiB = 1024 ** 2;

/**
 * A log file of bounded size: when it is full it becomes `<file>.1`, the one before `<file>.2`, and what was in that is
 * gone. Made at the first line, for its owner only; each line is with the system before `write` returns. What cannot be
 * written, as on a full disk, is left out: nothing else may fail for it.
 */
export class LogFile implements DestinationStream {
  readonly #path: string;
  readonly #mostBytes: number;
  #file: number | undefined;
  #bytes = 0;

  constructor(path: string, mostBytes = 4 * MiB) {
    this.#path = path;
    this.#mostBytes = mostBytes;
  }

  write(line: string): void {
    try {
      this.#file ??= this.#open();
      if (this.#bytes >= this.#mostBytes) this.#beginAnew(this.#file);
      this.#bytes += writeSync(this.#file, line);
    } catch {
      // Said where else the log goes.
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
    // The first time there is none.
  }
}
