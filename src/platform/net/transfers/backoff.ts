const firstMs = 30_000;
const spread = 0.2;

/** A failing node is asked again after this time at the latest. */
export const maxBackoffMs = 3_600_000;

/**
 * Returns the pause after a failure: 30 s, doubled each time, up to 1 h; and up to 20 % more at random, so that nodes
 * that lost a peer at the same moment do not return to it at the same moment.
 * @param failures in a row, this one included
 * @param askedForMs what the node itself asked for counts when it is longer, up to the same hour
 */
export function backoffMs(failures: number, askedForMs = 0): number {
  const pause = Math.min(maxBackoffMs / (1 + spread), firstMs * 2 ** (failures - 1));
  return Math.min(maxBackoffMs, Math.max(askedForMs, Math.round(pause * (1 + spread * Math.random()))));
}
