import { randomBytes, randomFillSync } from 'node:crypto';

const idBytes = 9;
/** Random bytes for many ids, because a system call for each id took a tenth of a small request's time. */
const pool = Buffer.alloc(256 * idBytes);
let used = pool.length;

/** Returns an opaque id for a request, quoted in problems and in the log. */
export function requestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.toString('base64url', used - idBytes, used);
}

/** Returns 256 random bits as text that is valid in a header. */
export const secretToken = (): string => randomBytes(32).toString('base64url');
