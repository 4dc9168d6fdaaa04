const windowSeconds = 300;

/** Handshake documents carry whole Unix seconds. @param now Unix milliseconds */
export const unixSeconds = (now: number): number => Math.floor(now / 1000);

/**
 * Whether a handshake timestamp lies within 300 s of now, on either side.
 * @param timestamp integer Unix seconds or ISO 8601
 * @param now Unix milliseconds
 */
export function isFresh(timestamp: number | string, now: number): boolean {
  const seconds = typeof timestamp === 'number' ? timestamp : unixSeconds(Date.parse(timestamp));
  return Math.abs(unixSeconds(now) - seconds) <= windowSeconds;
}
