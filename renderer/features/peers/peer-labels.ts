import type { LocalPeer, PeerState } from '../../../src/contract/dashboard-api/peers.ts';
import { formatLatency } from '../../lib/format/format.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';

interface StateLabel {
  label: string;
  /** A colour of the theme. */
  color: string;
  explanation: string;
}

/** The colours of the states, in display order. */
const colors: Record<PeerState, string> = {
  compatible: 'green',
  warning: 'yellow',
  key_changed: 'red',
  unreachable: 'orange',
  incompatible: 'red',
  candidate: 'gray',
};
const peerStates = Object.keys(colors) as PeerState[];

/** Returns the name and the meaning of a state. */
export function stateLabel(state: PeerState): StateLabel {
  return {
    label: t(`peers.states.${state}.label`),
    color: colors[state],
    explanation: t(`peers.states.${state}.explanation`),
  };
}

/** Returns how this node discovered a peer. */
export function sourceLabel(source: LocalPeer['source']): string {
  return t(`peers.sources.${source}`);
}

/** Returns a line about a peer: name, state and response time. */
export function peerLine({ host, state, latency_ms: latency }: LocalPeer): string {
  const words = { host: hostName(host), state: stateLabel(state).label };
  return latency === null
    ? t('peers.line', words)
    : t('peers.lineWithLatency', { ...words, latency: formatLatency(latency) });
}

/** Returns the number of peers in each state that occurs, in display order. */
export function countStates(peers: readonly LocalPeer[]): { state: PeerState; count: number }[] {
  return peerStates
    .map((state) => ({ state, count: peers.filter((peer) => peer.state === state).length }))
    .filter(({ count }) => count > 0);
}

/** Returns the numbers as text: `3 compatible; 2 unreachable` */
export function stateCountLabel(peers: readonly LocalPeer[]): string {
  return countStates(peers)
    .map(({ state, count }) => t(`peers.stateCount.${state}`, { count }))
    .join('; ');
}

/** Returns short reasons why peers cannot be used, most frequent first. */
export function countTroubles(peers: readonly LocalPeer[]): { cause: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { failure } of peers) {
    if (failure === null) continue;
    const cause = t(`peers.failures.${failure.code}`);
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts].map(([cause, count]) => ({ cause, count })).sort((a, b) => b.count - a.count);
}
