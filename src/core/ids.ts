import { randomBytes } from 'node:crypto';

const idLength = 12;
/** Random text for many ids, because a system call for each id took a tenth of a small request's time. */
let pool = '';
let used = 0;

/** Returns an opaque id for a request, quoted in problems and in the log. */
export function requestId(): string {
  if (used === pool.length) {
    pool = randomBytes(256 * 9).toString('base64url');
    used = 0;
  }
  used += idLength;
  return pool.slice(used - idLength, used);
}

/** Returns 256 random bits as text that is valid in a header. */
export const secretToken = (): string => randomBytes(32).toString('base64url');
