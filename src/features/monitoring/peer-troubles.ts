import type { LocalPeer } from '../../contract/dashboard-api/peers.ts';
import type { NodeNotification } from '../../contract/shell/node-notifications.ts';

type Trouble = Extract<NodeNotification, { kind: 'peer_trouble' }>;

interface Known {
  state: LocalPeer['state'];
  isReported: boolean;
  /** Time of the failed attempt that led to this state. */
  failedAt?: string | undefined;
}

/** Finds new problems of the peers that the owner added. */
export class PeerTroubles {
  #known: Map<string, Known>;

  /** @param peers current peers, whose problems are not new */
  constructor(peers: readonly LocalPeer[]) {
    this.#known = new Map(named(peers).map(({ host, state }) => [host, { state, isReported: true }]));
  }

  /** Returns new problems; an unreachable peer is reported after the second failed attempt. */
  compare(peers: readonly LocalPeer[]): Trouble[] {
    const troubles: Trouble[] = [];
    const next = new Map<string, Known>();
    for (const { host, state, failure } of named(peers)) {
      const before = this.#known.get(host);
      const isNew = before?.state !== state;
      const now = isNew ? { state, isReported: !isTrouble(state), failedAt: failure?.at } : before;
      const isCertain = state !== 'unreachable' || now.failedAt !== failure?.at;
      const isReported = now.isReported || isCertain;
      if (isReported && !now.isReported && isTrouble(state))
        troubles.push({ kind: 'peer_trouble', host, state });
      next.set(host, { ...now, isReported });
    }
    this.#known = next;
    return troubles;
  }
}

const named = (peers: readonly LocalPeer[]) => peers.filter(({ source }) => source === 'named');

const isTrouble = (state: LocalPeer['state']): state is Trouble['state'] =>
  state === 'unreachable' || state === 'incompatible' || state === 'key_changed';
