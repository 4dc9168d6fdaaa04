import type { ShareHost } from '../../contract/dashboard-api/sharing.ts';
import { toTimestamp } from '../../core/clock.ts';
import { compareBest, isUsable } from '../peers/peer-view.ts';
import type { PeerRepository } from '../peers/repository/peer-repository.ts';
import type { ShareHostRepository } from './repository/share-host-repository.ts';
import type { ShareRepository } from './repository/share-repository.ts';

export interface ShareHostListOptions {
  hosts: ShareHostRepository;
  shares: ShareRepository;
  peers: Pick<PeerRepository, 'get' | 'all'>;
}

/** Where one may share, as whom, and what is there. */
export class ShareHostList {
  readonly #options: ShareHostListOptions;

  constructor(options: ShareHostListOptions) {
    this.#options = options;
  }

  /** Where one is signed in first, then where something is shared, then the best nodes first. */
  all(): ShareHost[] {
    const { hosts, shares, peers } = this.#options;
    const usages = shares.usage();
    const usable = peers.all().filter(isUsable).sort(compareBest);
    const known = [...hosts.all(), ...usages, ...usable].map(({ host }) => host);
    return [...new Set(known)].map((host) => this.#document(host, usages));
  }

  get(host: string): ShareHost {
    return this.#document(host, this.#options.shares.usage());
  }

  #document(host: string, usages: ReturnType<ShareRepository['usage']>): ShareHost {
    const row = this.#options.hosts.get(host);
    const peer = this.#options.peers.get(host);
    const usage = usages.find((used) => used.host === host);
    return {
      host,
      signed_in: row?.sealedToken ? { way: row.way, at: toTimestamp(row.signedInAt) } : null,
      reachable: peer !== undefined && isUsable(peer) && peer.failures === 0,
      contents: usage?.contents ?? 0,
      bytes: usage?.bytes ?? 0,
      message: row?.message ?? null,
    };
  }
}
