import { formatBytes } from '../core/bytes/format-bytes.ts';

interface Progress {
  contents: number;
  contentsDone: number;
  bytes: number;
  bytesDone: number;
}

const pauseMs = 2000;

/** Returns a function that prints a line on stderr every few seconds. */
export function progressLines(): (progress: Progress) => void {
  let next = performance.now() + pauseMs;
  return ({ contents, contentsDone, bytes, bytesDone }) => {
    if (performance.now() < next) return;
    next = performance.now() + pauseMs;
    process.stderr.write(
      `${contentsDone} of ${contents} files, ${formatBytes(bytesDone)} of ${formatBytes(bytes)}\n`,
    );
  };
}
