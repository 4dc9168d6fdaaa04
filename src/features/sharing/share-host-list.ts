import type { ShareHost } from '../../contract/dashboard-api/sharing.ts';
import { toTimestamp } from '../../core/clock.ts';
import { compareBest, isUsable, type PeerDirectory } from '../peers/index.ts';
import type { ShareHostRepository } from './repository/share-host-repository.ts';
import type { ShareRepository } from './repository/share-repository.ts';

export interface ShareHostListOptions {
  hosts: ShareHostRepository;
  shares: ShareRepository;
  peers: PeerDirectory;
}

/** Lists the nodes that contents can be published on, with account and usage. */
export class ShareHostList {
  readonly #options: ShareHostListOptions;

  constructor(options: ShareHostListOptions) {
    this.#options = options;
  }

  /** Lists nodes with a sign-in first, then those with shares, then by rank. */
  all(): ShareHost[] {
    const { hosts, shares, peers } = this.#options;
    const usages = shares.usage();
    const usable = peers.all().filter(isUsable).sort(compareBest);
    const known = [...hosts.all(), ...usages, ...usable].map(({ host }) => host);
    return [...new Set(known)].map((host) => this.#toShareHost(host, usages));
  }

  get(host: string): ShareHost {
    return this.#toShareHost(host, this.#options.shares.usage());
  }

  #toShareHost(host: string, usages: ReturnType<ShareRepository['usage']>): ShareHost {
    const row = this.#options.hosts.get(host);
    const peer = this.#options.peers.get(host);
    const usage = usages.find((used) => used.host === host);
    return {
      host,
      signed_in: row?.encryptedToken ? { way: row.way, at: toTimestamp(row.signedInAt) } : null,
      reachable: peer !== undefined && isUsable(peer) && peer.failures === 0,
      contents: usage?.contents ?? 0,
      bytes: usage?.bytes ?? 0,
      message: row?.message ?? null,
    };
  }
}
