import type { LocalPeer, PeerState } from '../../contract/dashboard-api/peers.ts';
import { toTimestamp } from '../../core/clock.ts';
import { failureWords } from '../../platform/net/failure-messages.ts';
import type { PeerRow } from './repository/peer-repository.ts';

/** States as a person reads them, best first; what needs a decision comes before what is only waiting. */
const ranking: PeerState[] = [
  'compatible',
  'warning',
  'key_changed',
  'candidate',
  'unreachable',
  'incompatible',
];

export function stateOf(row: PeerRow): PeerState {
  if (row.offeredKey !== null) return 'key_changed';
  if (row.failures > 0) return 'unreachable';
  if (row.verifiedAt === null || row.compatibility === null) return 'candidate';
  return row.compatibility;
}

/** Whether the node proved its key, still has it, and speaks a version that this node understands. */
export const isUsable = (row: PeerRow): boolean =>
  row.verifiedAt !== null && row.offeredKey === null && row.compatibility !== 'incompatible';

const isLearned = (row: PeerRow): boolean => row.source === 'learned';

/** Best first: by state, then what the person named, then the quicker. */
export function compareBest(a: PeerRow, b: PeerRow): number {
  return (
    ranking.indexOf(stateOf(a)) - ranking.indexOf(stateOf(b)) ||
    Number(isLearned(a)) - Number(isLearned(b)) ||
    (a.latencyMs ?? Number.MAX_VALUE) - (b.latencyMs ?? Number.MAX_VALUE) ||
    (a.host < b.host ? -1 : 1)
  );
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : toTimestamp(ms));

function failureOf(row: PeerRow): LocalPeer['failure'] {
  const { failureCode: code, failureMessage: message, failureAt: at } = row;
  if (code === null || message === null || at === null) return null;
  return {
    code,
    message,
    remedy: row.failureRemedy ?? failureWords[code].remedy,
    reported_by: row.failureReportedBy ?? 'this_node',
    at: toTimestamp(at),
  };
}

/** What a node says that it stores, where it says something that can be true. */
function statedContents({ metrics }: PeerRow): number | null {
  const { contents } = JSON.parse(metrics) as { contents?: unknown };
  return Number.isSafeInteger(contents) && (contents as number) >= 0 ? (contents as number) : null;
}

export function toLocalPeer(row: PeerRow, exchanged: LocalPeer['exchanged']): LocalPeer {
  return {
    host: row.host,
    state: stateOf(row),
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
