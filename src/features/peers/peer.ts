import type { PeerFailure, PeerState } from '../../contract/dashboard-api/peers.ts';
import type { Trust } from '../../platform/net/guarded/address-policy.ts';

/**
 * Who brought a peer here: the person, another node, the practice network. `removed`: the person took it
 * off the list; the row stays so that it is not learned again.
 */
export type PeerSource = 'named' | 'learned' | 'practice' | 'removed';

/** A peer as it is kept. Times in milliseconds; `capabilities` and `metrics` are JSON text. */
export interface Peer {
  /** The origin at which it is asked. */
  host: string;
  source: PeerSource;
  addedAt: number;
  /** The key pinned on first contact. */
  publicKey: string | null;
  /** The key that the host shows now, where it is not the pinned one. */
  offeredKey: string | null;
  version: string | null;
  capabilities: string;
  metrics: string;
  compatibility: 'compatible' | 'warning' | 'incompatible' | null;
  warning: string | null;
  /** When this key first proved itself at this host; null where it never did. */
  verifiedAt: number | null;
  lastContact: number | null;
  latencyMs: number | null;
  /** Failed attempts since the last success. */
  failures: number;
  /** Not to be asked before this time. */
  nextAttempt: number | null;
  failureCode: PeerFailure['code'] | null;
  failureMessage: string | null;
  failureRemedy: string | null;
  failureReportedBy: PeerFailure['reported_by'] | null;
  failureAt: number | null;
}

/** Reads the peers, removed ones only by `get`. */
export interface PeerDirectory {
  get(host: string): Peer | undefined;
  all(): Peer[];
}

/** States as a person reads them, best first; what needs a decision comes before what is only waiting. */
const ranking: PeerState[] = [
  'compatible',
  'warning',
  'key_changed',
  'candidate',
  'unreachable',
  'incompatible',
];

/** Returns the state that the dashboard shows. */
export function stateOf(row: Peer): PeerState {
  if (row.offeredKey !== null) return 'key_changed';
  if (row.failures > 0) return 'unreachable';
  if (row.verifiedAt === null || row.compatibility === null) return 'candidate';
  return row.compatibility;
}

/** Returns whether the node proved its key, still has it, and speaks a version that this node understands. */
export const isUsable = (row: Peer): boolean =>
  row.verifiedAt !== null && row.offeredKey === null && row.compatibility !== 'incompatible';

/** Returns which addresses the peer may have. */
export function trustOf(peer: Peer): Trust {
  if (peer.source !== 'learned') return 'named';
  return peer.verifiedAt === null ? 'learned' : 'proven';
}

const isLearned = (row: Peer): boolean => row.source === 'learned';

/** Orders peers best first: by state, then what the person named, then the faster. */
export function compareBest(a: Peer, b: Peer): number {
  return (
    ranking.indexOf(stateOf(a)) - ranking.indexOf(stateOf(b)) ||
    Number(isLearned(a)) - Number(isLearned(b)) ||
    (a.latencyMs ?? Number.MAX_VALUE) - (b.latencyMs ?? Number.MAX_VALUE) ||
    (a.host < b.host ? -1 : 1)
  );
}
