import { backoffMs } from '../../core/concurrency/backoff.ts';

const firstMs = 30_000;
const spread = 0.2;

/** Maximum pause before a failing node is contacted again. */
export const maxPeerBackoffMs = 3_600_000;

/**
 * Returns the pause after a failure: 30 s, doubled after each further failure, up to 1 h, plus up to 20 % at random, so
 * that nodes that lost a peer at the same time do not return at the same time.
 * @param failures number of failures in a row, including this one
 * @param askedForMs pause requested by the node, used if it is longer, up to 1 h
 */
export function peerBackoffMs(failures: number, askedForMs = 0): number {
  const pause = backoffMs(failures, firstMs, maxPeerBackoffMs / (1 + spread));
  return Math.min(maxPeerBackoffMs, Math.max(askedForMs, Math.round(pause * (1 + spread * Math.random()))));
}
