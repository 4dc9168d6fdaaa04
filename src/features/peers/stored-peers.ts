import { isDeepStrictEqual } from 'node:util';
import PQueue from 'p-queue';
import type { Lease } from '../../core/concurrency/leader.ts';
import { DatabaseUnavailableError } from '../../platform/postgres/database-error.ts';
import type { Peer, PeerDirectory } from './peer.ts';
import type { LearningLimits, PeerChanges, PeerFailureRecord, PeerProof, PeerStore } from './peer-store.ts';

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

/** A peer before and after a command changed it. */
export interface PeerTransition {
  before: Peer | undefined;
  after: Peer | undefined;
}

/** Writes peers, and answers reads from memory, since a database of several replicas would have to be waited for. */
export class StoredPeers implements PeerDirectory {
  readonly #store: PeerStore;
  /** Runs one command at a time, so that results are applied in the order of the transactions. */
  readonly #commands = new PQueue({ concurrency: 1 });
  /** All rows, also removed ones. They are replaced, never changed. */
  #peers = new Map<string, Peer>();
  #unfollow: () => Promise<void> = async () => {};
  #isClosed = false;
  /** Number of commands so far. */
  #count = 0;
  /** The last outage of the database, which ends the commands up to this one. */
  #outage: { upTo: number; error: DatabaseUnavailableError } | undefined;

  constructor(store: PeerStore) {
    this.#store = store;
  }

  /**
   * Reads all peers; before, there are none.
   * @param onChange called after another replica changed peers
   */
  async open(onChange: () => void): Promise<void> {
    await this.#inTurn(() => this.#readAll());
    if (this.#isClosed) return;
    const follow = async (read: () => Promise<boolean>) => {
      if (await this.#inTurn(read)) onChange();
    };
    this.#unfollow = this.#store.follow({
      changed: (hosts) => follow(() => this.#read(hosts)),
      missed: () => follow(() => this.#readAll()),
    });
  }

  /** Resolves when no command runs or waits. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#unfollow();
    await this.#commands.onIdle();
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

  /** @returns the new hosts that were kept; see `PeerStore.learn` */
  async learn(
    hosts: readonly string[],
    at: number,
    limits: LearningLimits,
    lease?: Lease,
  ): Promise<string[]> {
    const learned = await this.#run(() => this.#store.learn(hosts, at, limits, lease));
    return learned.map(({ host }) => host);
  }

  /** Adds a host that the owner or the practice network named, or changes the source of a known one. */
  async add(host: string, source: 'named' | 'practice', at: number): Promise<void> {
    await this.#run(() => this.#store.add(host, source, at));
  }

  /**
   * Records a proof, which may change or remove other hosts with the same key.
   * @returns `key_changed` when another key is pinned
   */
  recordProof(proof: PeerProof, lease?: Lease): Promise<PeerTransition | 'key_changed'> {
    return this.#inTurn(async () => {
      const before = this.get(proof.host);
      const changes = await this.#store.recordProof(proof, lease);
      if (changes === 'key_changed') return changes;
      this.#apply(changes);
      return { before, after: this.get(proof.host) };
    });
  }

  /** @returns undefined when the failure does not count; see `PeerStore.recordFailure` */
  recordFailure(failure: PeerFailureRecord, lease?: Lease): Promise<PeerTransition | undefined> {
    return this.#inTurn(async () => {
      const before = this.get(failure.host);
      const [after] = this.#apply(await this.#store.recordFailure(failure, lease));
      return after && { before, after };
    });
  }

  /** Pins the offered key. @returns false when another one or none is offered */
  async acceptKey(host: string, offeredKey: string): Promise<boolean> {
    return (await this.#run(() => this.#store.acceptKey(host, offeredKey))).length > 0;
  }

  /** Removes a peer with its pinned key from the list. @returns `false` when it is not there */
  async remove(host: string, lease?: Lease): Promise<boolean> {
    return (await this.#run(() => this.#store.remove(host, lease))).length > 0;
  }

  /** Schedules up to `max` unreachable peers within this many milliseconds. */
  async retrySoon(now: number, withinMs: number, max: number, lease?: Lease): Promise<void> {
    await this.#run(() => this.#store.retrySoon(now, withinMs, max, lease));
  }

  /** Removes the nodes of the practice network, except the one at `host`. */
  async endPractice(host: string | undefined): Promise<void> {
    await this.#run(() => this.#store.endPractice(host));
  }

  /** Postpones the next attempt at a peer in memory, when its result could not be stored. */
  postpone(host: string, until: number): void {
    const peer = this.get(host);
    if (peer) this.#peers.set(host, { ...peer, nextAttempt: until });
  }

  /** Runs a command and returns the rows that it changed. */
  #run(command: () => Promise<PeerChanges>): Promise<Peer[]> {
    return this.#inTurn(async () => this.#apply(await command()));
  }

  /**
   * Runs a command after those before it. While the database does not answer, those behind it fail with it, because
   * each would wait for the time limit.
   */
  #inTurn<Result>(command: () => Promise<Result>): Promise<Result> {
    this.#count += 1;
    const number = this.#count;
    return this.#commands.add(async () => {
      if (this.#outage && number <= this.#outage.upTo) throw this.#outage.error;
      try {
        return await command();
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) this.#outage = { upTo: this.#count, error };
        throw error;
      }
    });
  }

  /** Reads peers again. @returns whether any of them differs */
  async #read(hosts: readonly string[]): Promise<boolean> {
    const found = new Map((await this.#store.find(hosts)).map((peer) => [peer.host, peer]));
    const differing = hosts.filter((host) => !isDeepStrictEqual(found.get(host), this.#peers.get(host)));
    this.#apply({
      changed: differing.flatMap((host) => found.get(host) ?? []),
      removed: differing.filter((host) => !found.has(host)),
    });
    return differing.length > 0;
  }

  async #readAll(): Promise<boolean> {
    const before = this.#peers;
    this.#peers = new Map((await this.#store.all()).map((peer) => [peer.host, peer]));
    return !isDeepStrictEqual(this.#peers, before);
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
