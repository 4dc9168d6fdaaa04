import type { PeerFailure, PeerState } from '../../contract/dashboard-api/peers.ts';
import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import type { HostTrust } from '../../platform/net/guarded/address-policy.ts';

/**
 * Source of a peer: the owner, another node, or the practice network; `removed`: the owner removed it, and the row
 * prevents that it is learned again.
 */
export type PeerSource = 'named' | 'learned' | 'practice' | 'removed';

/** A stored peer; times in milliseconds, `capabilities` and `metrics` are JSON text. */
export interface Peer {
  /** Origin of the node. */
  host: string;
  source: PeerSource;
  /** The key pinned on first contact. */
  publicKey: string | null;
  /** The key that the host offers now, where it differs from the pinned one. */
  offeredKey: string | null;
  version: string | null;
  capabilities: string;
  metrics: string;
  compatibility: 'compatible' | 'warning' | 'incompatible' | null;
  warning: Message | null;
  /** When this key was first proven at this host; null: never. */
  verifiedAt: number | null;
  lastContact: number | null;
  latencyMs: number | null;
  /** Failed attempts since the last success. */
  failures: number;
  /** Earliest time of the next attempt. */
  nextAttempt: number | null;
  failureCode: PeerFailure['code'] | null;
  failureMessage: Message | null;
  failureRemedy: Message | null;
  failureReportedBy: PeerFailure['reported_by'] | null;
  failureAt: number | null;
}

/** Reads peers; only `get` returns removed ones. */
export interface PeerDirectory {
  get(host: string): Peer | undefined;
  all(): Peer[];
}

/** States from best to worst; states that need a decision of the owner come before those that end by themselves. */
const ranking: PeerState[] = [
  'compatible',
  'warning',
  'key_changed',
  'candidate',
  'unreachable',
  'incompatible',
];

/** Returns the state that the dashboard shows. */
export function peerStateOf(row: Peer): PeerState {
  if (row.offeredKey !== null) return 'key_changed';
  if (row.failures > 0) return 'unreachable';
  if (row.verifiedAt === null || row.compatibility === null) return 'candidate';
  return row.compatibility;
}

/** Returns whether the node proved its key, still has it, and has a compatible version. */
export const isUsable = (row: Peer): boolean =>
  row.verifiedAt !== null && row.offeredKey === null && row.compatibility !== 'incompatible';

/** Returns the kinds of addresses to which the name of a peer may resolve. */
export function hostTrustOf(peer: Peer): HostTrust {
  if (peer.source !== 'learned') return 'named';
  return peer.verifiedAt === null ? 'learned' : 'proven';
}

const isLearned = (row: Peer): boolean => row.source === 'learned';

/** Orders peers, best first: by state, then those that the owner named, then by latency. */
export function compareBest(a: Peer, b: Peer): number {
  return (
    ranking.indexOf(peerStateOf(a)) - ranking.indexOf(peerStateOf(b)) ||
    Number(isLearned(a)) - Number(isLearned(b)) ||
    (a.latencyMs ?? Number.MAX_VALUE) - (b.latencyMs ?? Number.MAX_VALUE) ||
    (a.host < b.host ? -1 : 1)
  );
}

/** Messages of the activity log about new states. */
export const stateMessages: Record<PeerState, ConstantMessageId> = {
  candidate: 'activity.peerUnproven',
  compatible: 'activity.peerConnected',
  warning: 'activity.peerVersionDiffers',
  incompatible: 'activity.peerIncompatible',
  unreachable: 'activity.peerUnreachable',
  key_changed: 'activity.peerKeyChanged',
};
