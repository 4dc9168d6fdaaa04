import { writeSync } from 'node:fs';

/** Writes a line to where the app was started from, which may be gone, or a file on a full disk. */
export function tellTerminal(line: string): void {
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // Nobody is there to read it.
  }
}
