import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';

const piece = Buffer.alloc(512 * 1024, 1);

/** Returns how fast a new file of `bytes` bytes is written and synced, in bytes per second. */
export function diskSpeed(path: string, bytes: number): number {
  const started = performance.now();
  const fd = openSync(path, 'w');
  for (let done = 0; done < bytes; done += piece.length) writeSync(fd, piece);
  fsyncSync(fd);
  closeSync(fd);
  const seconds = (performance.now() - started) / 1000;
  unlinkSync(path);
  return bytes / seconds;
}
