const FIRST_MS = 30_000;
const SPREAD = 0.2;

/** The longest that a failing node is left alone. */
export const LONGEST_MS = 3_600_000;

/**
 * How long a node is left alone after a failure: 30 s, doubled each time, up to 1 h; and up to 20 % more by
 * chance, so that those who lost a node at the same moment don't come back to it at the same moment.
 * @param failures in a row, this one included
 * @param askedForMs what the node itself asked for counts when it is longer, up to the same hour
 */
export function backoffMs(failures: number, askedForMs = 0): number {
  const pause = Math.min(LONGEST_MS / (1 + SPREAD), FIRST_MS * 2 ** (failures - 1));
  return Math.min(LONGEST_MS, Math.max(askedForMs, Math.round(pause * (1 + SPREAD * Math.random()))));
}
