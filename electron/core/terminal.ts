import { writeSync } from 'node:fs';

/** Writes a line to stderr, which may be closed or a file on a full disk. */
export function writeToTerminal(line: string): void {
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // Nobody reads the output.
  }
}
