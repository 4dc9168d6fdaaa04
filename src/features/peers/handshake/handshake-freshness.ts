const windowSeconds = 300;

/** Converts to whole Unix seconds, the unit of handshake documents. `now`: Unix milliseconds. */
export const unixSeconds = (now: number): number => Math.floor(now / 1000);

/**
 * Returns whether a handshake timestamp lies within 300 s of now.
 * @param timestamp integer Unix seconds or ISO 8601
 * @param now Unix milliseconds
 */
export function isFresh(timestamp: number | string, now: number): boolean {
  const seconds = typeof timestamp === 'number' ? timestamp : unixSeconds(Date.parse(timestamp));
  return Math.abs(unixSeconds(now) - seconds) <= windowSeconds;
}
