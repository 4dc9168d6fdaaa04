import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/clock.ts';
import { PeerError } from '../failures/peer-error.ts';
import type { AddressGuard, Resolve } from './guarded-connection.ts';
import { addressGroup, isPublicAddress } from './public-address.ts';

const requestsPerWindow = 8;
const windowMs = 60_000;

/** The source of a host name, which decides the addresses allowed for it. */
export type HostTrust = 'named' | 'proven' | 'learned';

/** How hosts are resolved, and which addresses are allowed. */
export interface ConnectionPolicy<T extends HostTrust = HostTrust> {
  guards: Record<T, AddressGuard>;
  resolve: Resolve;
}

interface Window {
  since: number;
  requests: number;
}

/** Decides which addresses may be connected to, by the source of the host name. */
export class AddressPolicy implements Record<HostTrust, AddressGuard> {
  readonly #allowPrivateHosts: boolean;
  readonly #clock: Clock;
  readonly #windows = new LRUCache<string, Window>({ max: 4096 });

  constructor(options: { allowPrivateHosts: boolean; clock: Clock }) {
    this.#allowPrivateHosts = options.allowPrivateHosts;
    this.#clock = options.clock;
  }

  /** A host named by the user may have any address. */
  readonly named: AddressGuard = () => {};

  /** A host learned from others that has proven its key must be public. */
  readonly proven: AddressGuard = (address) => {
    if (!isPublicAddress(address) && !this.#allowPrivateHosts) throw new PeerError('address_not_allowed');
  };

  /**
   * A host learned from other nodes must be public. Its connections are limited per address, for all names together, so
   * that nobody can direct many nodes against a third party.
   */
  readonly learned: AddressGuard = (address) => {
    this.proven(address);
    if (!isPublicAddress(address)) return;
    const now = this.#clock();
    const group = addressGroup(address);
    const window = this.#windows.get(group);
    if (!window || Math.abs(now - window.since) >= windowMs) {
      this.#windows.set(group, { since: now, requests: 1 });
    } else if (++window.requests > requestsPerWindow) {
      throw new PeerError('rate_limited', 'peers.addressShared', { remedy: 'peers.retried' });
    }
  };
}
