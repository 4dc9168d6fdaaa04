const FIRST_MS = 30_000;

/** The longest that a failing node is left alone. */
export const LONGEST_MS = 3_600_000;

/**
 * How long a node is left alone after a failure: 30 s, doubled each time, up to 1 h.
 * @param failures in a row, this one included
 * @param askedForMs what the node itself asked for counts when it is longer, up to the same hour
 */
export const backoffMs = (failures: number, askedForMs = 0): number =>
  Math.min(LONGEST_MS, Math.max(askedForMs, FIRST_MS * 2 ** (failures - 1)));
