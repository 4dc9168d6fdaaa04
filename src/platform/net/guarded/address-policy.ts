import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/clock.ts';
import { retriedAutomatically } from '../failures/failure-messages.ts';
import { PeerError } from '../failures/peer-error.ts';
import type { AddressGuard, Resolve } from './guarded-connection.ts';
import { addressGroup, isPublicAddress } from './public-address.ts';

const requestsPerWindow = 8;
const windowMs = 60_000;

/** Who named a host decides which addresses it may have. */
export type Trust = 'named' | 'proven' | 'learned';

/** How hosts are looked up, and which addresses they may have. */
export interface ConnectionPolicy<T extends Trust = Trust> {
  guards: Record<T, AddressGuard>;
  resolve: Resolve;
}

interface Window {
  since: number;
  requests: number;
}

/** Decides which addresses may be connected to, by who named the host (protocol, section 8). */
export class AddressPolicy implements Record<Trust, AddressGuard> {
  readonly #allowPrivateHosts: boolean;
  readonly #clock: Clock;
  readonly #windows = new LRUCache<string, Window>({ max: 4096 });

  constructor(options: { allowPrivateHosts: boolean; clock: Clock }) {
    this.#allowPrivateHosts = options.allowPrivateHosts;
    this.#clock = options.clock;
  }

  /** A host that the person named is asked whatever its address. */
  readonly named: AddressGuard = () => {};

  /** A host that others named, and that has proven itself since, must be public. */
  readonly proven: AddressGuard = (address) => {
    if (!isPublicAddress(address) && !this.#allowPrivateHosts) throw new PeerError('address_not_allowed');
  };

  /**
   * A host that others named must be public. And however many names lead to one address, it is asked a
   * few times a minute only, so that nobody can turn nodes against a bystander.
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
      throw new PeerError(
        'rate_limited',
        'Many nodes were named at this one address; they are asked one after the other.',
        { remedy: retriedAutomatically },
      );
    }
  };
}
