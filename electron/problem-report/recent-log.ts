import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const maxBytes = 200 * 1024;

/** Returns the last whole lines of the log, at most 200 KiB. */
export function recentLog(logFile: string): string {
  const lines: string[] = [];
  let room = maxBytes;
  for (const path of [logFile, `${logFile}.1`]) {
    const text = endOf(path, room);
    lines.unshift(text);
    room -= text.length;
    if (room <= 0) break;
  }
  return lines.join('');
}

function endOf(path: string, bytes: number): string {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const start = Math.max(0, size - bytes);
      const buffer = Buffer.alloc(size - start);
      const text = buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, start));
      // The first line may be cut, so that its secrets would not be recognised.
      return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
