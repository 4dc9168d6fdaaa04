import { isReachable, type LocalPeer } from '../../contract/dashboard-api/peers.ts';
import { toTimestamp } from '../../core/clock.ts';
import { toMessage } from '../../core/messages/message.ts';
import { failureMessages } from '../../platform/net/failures/failure-messages.ts';
import { type Peer, peerStateOf } from './peer.ts';

const timeOf = (ms: number | null): string | null => (ms === null ? null : toTimestamp(ms));

function failureOf(row: Peer): LocalPeer['failure'] {
  const { failureCode: code, failureMessage: message, failureAt: at } = row;
  if (code === null || message === null || at === null) return null;
  return {
    code,
    message,
    remedy: row.failureRemedy ?? toMessage(failureMessages[code].remedy),
    reported_by: row.failureReportedBy ?? 'this_node',
    at: toTimestamp(at),
  };
}

/** Returns the number of contents that the node states, if it is valid. */
export function statedContents({ metrics }: Peer): number | null {
  const { contents } = JSON.parse(metrics) as { contents?: unknown };
  return Number.isSafeInteger(contents) && (contents as number) >= 0 ? (contents as number) : null;
}

/** Describes a peer to the dashboard. */
export function toLocalPeer(row: Peer, exchanged: LocalPeer['exchanged']): LocalPeer {
  return {
    host: row.host,
    state: peerStateOf(row),
    public_key: row.publicKey,
    version: row.version,
    capabilities: JSON.parse(row.capabilities) as string[],
    warning: row.warning,
    source: row.source === 'removed' ? 'learned' : row.source,
    last_contact: timeOf(row.lastContact),
    next_attempt: timeOf(row.nextAttempt),
    latency_ms: row.latencyMs,
    failure: failureOf(row),
    offered_key: row.offeredKey,
    exchanged,
    contents: statedContents(row),
  };
}

/** Number of peers that the node knows and reaches. */
export interface PeerReach {
  known: number;
  reachable: number;
  /** Time of the last contact with any peer, in milliseconds. */
  lastContact: number | undefined;
}

export function reachOf(peers: readonly LocalPeer[]): PeerReach {
  const contacts = peers.flatMap(({ last_contact: at }) => (at === null ? [] : Date.parse(at)));
  return {
    known: peers.length,
    reachable: peers.filter(isReachable).length,
    lastContact: contacts.length > 0 ? Math.max(...contacts) : undefined,
  };
}
