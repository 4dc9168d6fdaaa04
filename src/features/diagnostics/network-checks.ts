import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isReachable, type LocalPeer } from '../../contract/dashboard-api/peers.ts';
import { message } from '../../core/messages/message.ts';
import { type Check, failed, passed, skipped, warning } from './check.ts';

/** Queries of the checks on the peers. */
export interface PeerServices {
  list(): LocalPeer[];
  /** Performs a handshake now. */
  retry(host: string): Promise<LocalPeer>;
  /** Returns the median offset of other nodes' clocks (theirs minus this one, in ms). */
  clockOffset(): { offsetMs: number; nodes: number } | undefined;
}

const maxPeers = 8;
const fineClockMs = 5_000;
const clockLimitMs = 300_000;

/** Creates the network checks, which share one query of the peers per run. */
export function networkChecks(peers: PeerServices): Check[] {
  let asking: Promise<LocalPeer[]> | undefined;
  const asked = (): Promise<LocalPeer[]> => {
    const inUse = peers.list().filter((peer) => peer.source !== 'learned' || isReachable(peer));
    asking ??= Promise.all(inUse.slice(0, maxPeers).map(({ host }) => peers.retry(host)));
    return asking;
  };
  return [peersCheck(asked), clockCheck(peers, asked), namesCheck(peers), versionCheck(asked)];
}

const peersCheck = (asked: () => Promise<LocalPeer[]>): Check => ({
  id: 'peers',
  title: 'diagnostics.otherNodes',
  run: async () => {
    const peers = await asked();
    if (peers.length === 0) return skipped('diagnostics.noPeers');
    const down = peers.filter((peer) => !isReachable(peer));
    const counted = message('diagnostics.peersAnswered', {
      answered: peers.length - down.length,
      asked: peers.length,
    });
    const [first] = down;
    if (!first) return passed(counted);
    const detail = down
      .map(({ host, failure }) =>
        message('diagnostics.peerFailed', {
          host,
          cause: failure?.message ?? message('diagnostics.peerUnused'),
        }),
      )
      .reduce((all, next) => message('general.both', { first: all, second: next }), counted);
    const remedy = first.failure?.remedy ?? 'diagnostics.peersRemedy';
    return down.length === peers.length ? failed(detail, remedy) : warning(detail, remedy);
  },
});

const clockCheck = (peers: PeerServices, asked: () => Promise<LocalPeer[]>): Check => ({
  id: 'clock',
  title: 'diagnostics.clock',
  run: async () => {
    await asked();
    const median = peers.clockOffset();
    if (!median) return skipped('diagnostics.clockUnknown');
    const { offsetMs, nodes } = median;
    const difference = Math.abs(offsetMs);
    if (difference <= fineClockMs) return passed(message('diagnostics.clockAgrees', { nodes }));
    const detail = message(offsetMs > 0 ? 'diagnostics.clockBehind' : 'diagnostics.clockAhead', {
      difference,
      nodes,
    });
    const remedy = 'diagnostics.clockRemedy';
    return difference < clockLimitMs ? warning(detail, remedy) : failed(detail, remedy);
  },
});

const namesCheck = (peers: PeerServices): Check => ({
  id: 'names',
  title: 'diagnostics.names',
  run: async () => {
    const names = peers
      .list()
      .map(({ host }) => new URL(host).hostname)
      .filter((name) => isIP(name.replace(/^\[|\]$/g, '')) === 0);
    if (names.length === 0) return skipped('diagnostics.noNames');
    const found = await Promise.allSettled(
      [...new Set(names)].slice(0, maxPeers).map((name) => lookup(name)),
    );
    return found.some(({ status }) => status === 'fulfilled')
      ? passed('diagnostics.namesFound')
      : failed('diagnostics.namesNotFound', 'diagnostics.namesNotFoundRemedy');
  },
});

const versionCheck = (asked: () => Promise<LocalPeer[]>): Check => ({
  id: 'version',
  title: 'diagnostics.version',
  run: async () => {
    const peers = await asked();
    const outdated = peers.filter(({ failure }) => failure?.code === 'version');
    const [first] = outdated;
    if (first?.failure) {
      return warning(
        message('diagnostics.versionsIncompatible', {
          incompatible: outdated.length,
          asked: peers.length,
        }),
        first.failure.remedy,
      );
    }
    const others = peers.filter((peer) => peer.warning !== null).length;
    return passed(
      others === 0
        ? 'diagnostics.versionsMatch'
        : message('diagnostics.versionsDiffer', { others, asked: peers.length }),
    );
  },
});
