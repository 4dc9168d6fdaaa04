/**
 * Returns the pause after a failure, in milliseconds: `firstMs`, doubled after each further failure, up to `longestMs`.
 * @param failures number of failures in a row, including this one
 */
export const backoffMs = (failures: number, firstMs: number, longestMs = Number.POSITIVE_INFINITY): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1));

/** Shortens a pause by up to half at random, so that those who failed together do not return together. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random() / 2);
