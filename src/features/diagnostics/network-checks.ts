import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isReachable, type LocalPeer } from '../../contract/dashboard-api/peers.ts';
import { messageText } from '../../core/messages/message-text.ts';
import { type Check, failed, fine, skipped, warning } from './check.ts';

/** Queries of the checks on the peers. */
export interface PeerServices {
  list(): LocalPeer[];
  /** Performs a handshake now. */
  retry(host: string): Promise<LocalPeer>;
  /** Returns the median offset of other nodes' clocks (theirs minus this one, in ms). */
  clockOffset(): { offsetMs: number; nodes: number } | undefined;
}

const MOST_PEERS = 8;
const CLOCK_FINE_MS = 5_000;
const CLOCK_LIMIT_MS = 300_000;

/** Creates the network checks, which share one query of the peers per run. */
export function networkChecks(peers: PeerServices): Check[] {
  let asking: Promise<LocalPeer[]> | undefined;
  const asked = (): Promise<LocalPeer[]> => {
    const inUse = peers.list().filter((peer) => peer.source !== 'learned' || isReachable(peer));
    asking ??= Promise.all(inUse.slice(0, MOST_PEERS).map(({ host }) => peers.retry(host)));
    return asking;
  };
  return [peersCheck(asked), clockCheck(peers, asked), namesCheck(peers), versionCheck(asked)];
}

const peersCheck = (asked: () => Promise<LocalPeer[]>): Check => ({
  id: 'peers',
  title: 'Other nodes',
  run: async () => {
    const answers = await asked();
    if (answers.length === 0) return skipped('This node knows no other one yet.');
    const down = answers.filter((peer) => !isReachable(peer));
    const counted = `${answers.length - down.length} of ${answers.length} answered`;
    const [first] = down;
    if (!first) return fine(`${counted}.`);
    const causes = down.map(
      ({ host, failure }) => `${host}: ${failure ? messageText(failure.message) : 'not in use'}`,
    );
    const remedy = first.failure ? messageText(first.failure.remedy) : 'See the page about peers.';
    const detail = `${counted}. ${causes.join(' ')}`;
    return down.length === answers.length ? failed(detail, remedy) : warning(detail, remedy);
  },
});

const clockCheck = (peers: PeerServices, asked: () => Promise<LocalPeer[]>): Check => ({
  id: 'clock',
  title: 'Clock',
  run: async () => {
    await asked();
    const median = peers.clockOffset();
    if (!median) return skipped('No other node has told its time.');
    const { offsetMs, nodes } = median;
    const difference = Math.abs(offsetMs);
    const among = `${nodes} other node${nodes === 1 ? '' : 's'}`;
    if (difference <= CLOCK_FINE_MS) return fine(`It agrees with ${among}.`);
    const amount =
      difference < 120_000
        ? `${Math.round(difference / 1000)} seconds`
        : `${Math.round(difference / 60_000)} minutes`;
    const detail = `It is ${amount} ${offsetMs > 0 ? 'behind' : 'ahead of'} ${among}.`;
    const remedy = 'Let this computer set its date and time by itself from the Internet.';
    return difference < CLOCK_LIMIT_MS ? warning(detail, remedy) : failed(detail, remedy);
  },
});

const namesCheck = (peers: PeerServices): Check => ({
  id: 'names',
  title: 'Looking up names',
  run: async () => {
    const names = peers
      .list()
      .map(({ host }) => new URL(host).hostname)
      .filter((name) => isIP(name.replace(/^\[|\]$/g, '')) === 0);
    if (names.length === 0) return skipped('No other node is known by a name.');
    const found = await Promise.allSettled(
      [...new Set(names)].slice(0, MOST_PEERS).map((name) => lookup(name)),
    );
    return found.some(({ status }) => status === 'fulfilled')
      ? fine('Names of other nodes are found.')
      : failed(
          'The name of no other node is found.',
          'Check this computer’s connection to the Internet and its DNS server.',
        );
  },
});

const versionCheck = (asked: () => Promise<LocalPeer[]>): Check => ({
  id: 'version',
  title: 'Version',
  run: async () => {
    const answers = await asked();
    const outdated = answers.filter(({ failure }) => failure?.code === 'version');
    const [first] = outdated;
    if (first?.failure) {
      return warning(
        `${outdated.length} of ${answers.length} nodes run a version that this one cannot work with.`,
        messageText(first.failure.remedy),
      );
    }
    const others = answers.filter(({ warning }) => warning !== null).length;
    return fine(
      others === 0
        ? 'Nodes in use have versions that go together.'
        : `${others} of ${answers.length} nodes run another version, which goes together with this one.`,
    );
  },
});
