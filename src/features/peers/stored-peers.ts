import type { Peer, PeerDirectory } from './peer.ts';
import type {
  PeerChanges,
  PeerFailureRecord,
  PeerProof,
  PeerRepository,
} from './repository/peer-repository.ts';

/** The data of a peer for other nodes. */
export interface ListableRow extends Pick<Peer, 'host' | 'capabilities' | 'metrics'> {
  publicKey: string;
  version: string;
  compatibility: 'compatible' | 'warning';
  lastContact: number;
  latencyMs: number;
}

/**
 * Selects peers by the time of the last contact, in milliseconds, and the number of failures in a row; the latest
 * `max`.
 */
export interface ListableQuery {
  from: number;
  to: number;
  failures: number;
  max: number;
}

/** Whether a peer has times of attempts of its own, apart from the rounds. */
const isWaiting = (peer: Peer): boolean =>
  peer.verifiedAt === null || peer.failures > 0 || peer.compatibility === 'incompatible';

/** Writes peers, and answers reads from memory, since a database of several replicas would have to be waited for. */
export class StoredPeers implements PeerDirectory {
  readonly #repository: PeerRepository;
  /** All rows, also removed ones. They are replaced, never changed. */
  readonly #peers: Map<string, Peer>;

  constructor(repository: PeerRepository) {
    this.#repository = repository;
    this.#peers = new Map(repository.all().map((peer) => [peer.host, peer]));
  }

  /** Returns a peer, including one that the owner removed. */
  get(host: string): Peer | undefined {
    return this.#peers.get(host);
  }

  all(): Peer[] {
    return [...this.#peers.values()].filter(({ source }) => source !== 'removed');
  }

  /**
   * Returns the hosts that were never tried, or whose waiting time after a failure is over; times in milliseconds.
   * @param latest later attempts are due too, because a wrong clock set them
   */
  due(now: number, latest: number): string[] {
    return this.all()
      .filter(isWaiting)
      .filter(({ nextAttempt }) => nextAttempt === null || nextAttempt <= now || nextAttempt > latest)
      .map(({ host }) => host);
  }

  /** Returns when the next waiting peer is due. */
  nextAttempt(): number | undefined {
    let next: number | undefined;
    for (const peer of this.#peers.values()) {
      const { nextAttempt, source } = peer;
      if (nextAttempt === null || source === 'removed' || !isWaiting(peer)) continue;
      if (next === undefined || nextAttempt < next) next = nextAttempt;
    }
    return next;
  }

  /** Returns the peers to name to other nodes: proven, with the pinned key, compatible; latest contact first. */
  listable({ from, to, failures, max }: ListableQuery): ListableRow[] {
    return this.all()
      .filter((peer) => peer.verifiedAt !== null && peer.offeredKey === null && peer.failures < failures)
      .flatMap((peer) => listableRow(peer) ?? [])
      .filter(({ lastContact }) => lastContact >= from && lastContact <= to)
      .sort((a, b) => b.lastContact - a.lastContact)
      .slice(0, max);
  }

  /** @returns the new hosts that were kept; see `PeerRepository.learn` */
  learn(hosts: readonly string[], at: number, limits: { max: number; limit: number }): string[] {
    return this.#apply(this.#repository.learn(hosts, at, limits)).map(({ host }) => host);
  }

  /** Adds a host that the owner or the practice network named, or changes the source of a known one. */
  add(host: string, source: 'named' | 'practice', at: number): void {
    this.#apply(this.#repository.add(host, source, at));
  }

  /** Records a proof, which may change or remove other hosts with the same key. */
  recordProof(proof: PeerProof): void {
    this.#apply(this.#repository.recordProof(proof));
  }

  recordFailure(setback: PeerFailureRecord): void {
    this.#apply(this.#repository.recordFailure(setback));
  }

  /** Pins the offered key. @returns false when another one or none is offered */
  acceptKey(host: string, offeredKey: string): boolean {
    return this.#apply(this.#repository.acceptKey(host, offeredKey)).length > 0;
  }

  /** Removes a peer with its pinned key from the list. @returns `false` when it is not there */
  remove(host: string): boolean {
    return this.#apply(this.#repository.remove(host)).length > 0;
  }

  /** Schedules up to `max` unreachable peers within this many milliseconds. */
  retrySoon(now: number, withinMs: number, max: number): void {
    this.#apply(this.#repository.retrySoon(now, withinMs, max));
  }

  /** Removes the nodes of the practice network, except the one at `host`. */
  endPractice(host: string | undefined): void {
    this.#apply(this.#repository.endPractice(host));
  }

  #apply({ changed, removed }: PeerChanges): Peer[] {
    for (const peer of changed) this.#peers.set(peer.host, peer);
    for (const host of removed) this.#peers.delete(host);
    return changed;
  }
}

function listableRow(peer: Peer): ListableRow | undefined {
  const { host, publicKey, version, compatibility, capabilities, metrics, lastContact } = peer;
  if (publicKey === null || version === null || lastContact === null) return undefined;
  if (compatibility === null || compatibility === 'incompatible') return undefined;
  const latencyMs = peer.latencyMs ?? 0;
  return { host, publicKey, version, compatibility, capabilities, metrics, lastContact, latencyMs };
}
