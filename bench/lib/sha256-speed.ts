import { createHash, randomBytes } from 'node:crypto';

const piece = randomBytes(256 * 1024);

/** Returns how fast this thread hashes with SHA-256, in bytes per second. */
export function sha256Speed(bytes = 512 * 1024 * 1024): number {
  const hash = createHash('sha256');
  const started = performance.now();
  for (let done = 0; done < bytes; done += piece.length) hash.update(piece);
  hash.digest();
  return bytes / ((performance.now() - started) / 1000);
}
