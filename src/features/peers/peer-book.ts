import type { LocalPeer } from '../../contract/dashboard-api/peers.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Lease } from '../../core/concurrency/leader.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import type { Logger } from '../../core/log/logger.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import { maxPeerBackoffMs, peerBackoffMs } from '../../platform/net/peer-backoff.ts';
import { versionError } from './failures/version-failure.ts';
import { compareVersions } from './handshake/compatibility.ts';
import type { Candidate } from './handshake/handshake-response.ts';
import type { KnownNodeList } from './handshake/known-node-list.ts';
import { KnownNodesCache } from './known-nodes-cache.ts';
import { compareBest, isUsable, type Peer, peerStateOf, stateMessages } from './peer.ts';
import type { PeerHistory } from './peer-history.ts';
import { type PeerReach, reachOf, toLocalPeer } from './peer-responses.ts';
import type { LearningLimits } from './peer-store.ts';
import { relayableJson } from './relayable-json.ts';
import { selectRoundHosts } from './rounds/round-selection.ts';
import type { PeerTransition, StoredPeers } from './stored-peers.ts';

const learningLimits: LearningLimits = { max: 1000, periodMs: 600_000, peers: 1000 };
const hastenedAtOnce = 32;

/** A peer from which contents may be fetched. */
export interface UsablePeer {
  host: string;
  publicKey: string;
  /** Failed attempts since the last success. */
  failures: number;
  trust: 'named' | 'proven';
}

export interface PeerBookOptions {
  peers: StoredPeers;
  history: Pick<PeerHistory, 'exchanged' | 'recordHandshake' | 'remove'>;
  clock: Clock;
  logger: Logger;
  onChange: () => void;
  note: NoteActivity;
  /** Public key of this node, and its origin if it is public; neither is accepted as a peer. */
  ownKey: string;
  ownHost: string | undefined;
  ownVersion: () => string;
}

export interface ProvenPeer {
  publicKey: string;
  version: string;
  capabilities: string[];
  metrics: Record<string, unknown>;
  latencyMs: number;
}

/** Keeps the known nodes and records the result of each attempt to reach them; the rounds give their lease. */
export class PeerBook {
  readonly #options: PeerBookOptions;
  readonly #known: KnownNodesCache;
  #list: LocalPeer[] | undefined;
  #reach: PeerReach | undefined;

  constructor(options: PeerBookOptions) {
    this.#options = options;
    this.#known = new KnownNodesCache(options.peers, options.clock);
  }

  rows(): Peer[] {
    return this.#options.peers.all();
  }

  /** Returns the hosts of a round of handshakes, best first. */
  roundHosts(): string[] {
    return selectRoundHosts(this.rows());
  }

  /** Returns the hosts to try now: never tried, or past the waiting time after a failure. */
  due(): string[] {
    const now = this.#options.clock();
    return this.#options.peers.due(now, now + maxPeerBackoffMs);
  }

  /** Returns when the next failed peer is due, in milliseconds. */
  nextAttempt(): number | undefined {
    return this.#options.peers.nextAttempt();
  }

  /** Schedules unreachable peers to be tried within this many milliseconds. */
  async retrySoon(withinMs: number, lease?: Lease): Promise<void> {
    await this.#options.peers.retrySoon(this.#options.clock(), withinMs, hastenedAtOnce, lease);
    this.changed();
  }

  /** Lists the peers that contents may be fetched from, best first, failing ones last. */
  usable(): UsablePeer[] {
    return this.rows()
      .filter(isUsable)
      .sort(compareBest)
      .flatMap(({ host, publicKey, source, failures }) =>
        publicKey === null
          ? []
          : [{ host, publicKey, failures, trust: source === 'learned' ? 'proven' : 'named' }],
      );
  }

  /** Returns a peer, including one that the owner removed. */
  find(host: string): Peer | undefined {
    return this.#options.peers.get(host);
  }

  /** Returns the origins that are on the list. */
  known(hosts: readonly string[]): string[] {
    return hosts.filter((host) => (this.find(host)?.source ?? 'removed') !== 'removed');
  }

  /** Returns a peer. @throws NodeError `peer_not_found` */
  get(host: string): LocalPeer {
    const row = this.find(host);
    if (!row || row.source === 'removed') throw notFound();
    return this.#view(row);
  }

  list(): LocalPeer[] {
    // Not cached with the list, because the figures change with every transfer.
    const { history } = this.#options;
    return this.#listed().map((peer) => ({ ...peer, exchanged: history.exchanged(peer.host) }));
  }

  /** Returns how many peers are known and reachable; cached, because every status of the node needs it. */
  reach(): PeerReach {
    this.#reach ??= reachOf(this.#listed());
    return this.#reach;
  }

  #listed(): LocalPeer[] {
    this.#list ??= this.rows()
      .sort(compareBest)
      .map((row) => this.#view(row));
    return this.#list;
  }

  /** Lists the verified, compatible peers with a contact within a day, latest contact first, at most 256. */
  knownNodes(): KnownNodeList {
    return this.#known.list();
  }

  async add(host: string, source: 'named' | 'practice'): Promise<void> {
    await this.#options.peers.add(host, source, this.#options.clock());
    this.changed();
  }

  /** Removes the nodes of the practice network, except the one at `host`. */
  async endPractice(host: string | undefined): Promise<void> {
    await this.#options.peers.endPractice(host);
    this.changed();
  }

  /** Adds nodes that another one named; returns the new origins. */
  async learn(candidates: readonly Candidate[], lease?: Lease): Promise<string[]> {
    const { peers, clock, ownKey, ownHost } = this.#options;
    const hosts = candidates
      .filter(({ publicKey, publicHost }) => publicKey !== ownKey && publicHost !== ownHost)
      .map(({ publicHost }) => publicHost);
    if (hosts.length === 0) return [];
    const added = await peers.learn(hosts, clock(), learningLimits, lease);
    if (added.length > 0) this.changed();
    return added;
  }

  /** Records a proof of identity by `host`, or the failure `key_changed` if another key was pinned meanwhile. */
  async recordSuccess(host: string, proven: ProvenPeer, lease?: Lease): Promise<void> {
    const { peers, history, clock, ownVersion } = this.#options;
    const now = clock();
    const { compatibility, warning = null } = compareVersions(proven.version, ownVersion());
    const failure = compatibility === 'incompatible' ? versionError(ownVersion(), proven.version) : undefined;
    const proof = {
      host,
      publicKey: proven.publicKey,
      version: proven.version,
      capabilities: relayableJson(proven.capabilities, '[]'),
      metrics: relayableJson(proven.metrics, '{}'),
      compatibility,
      warning,
      latencyMs: proven.latencyMs,
      // An incompatible node stays unusable until one of the two is updated.
      nextAttempt: failure ? now + maxPeerBackoffMs : null,
      failure: failure && { code: failure.code, message: failure.text, remedy: failure.remedy },
      at: now,
      otherHostsNextAttempt: now + maxPeerBackoffMs,
    };
    const transition = await peers.recordProof(proof, lease);
    if (transition === 'key_changed') {
      const error = new PeerError('key_changed', undefined, { offeredKey: proven.publicKey });
      await this.recordFailure(host, error, lease);
      return;
    }
    history.recordHandshake(host, proven.latencyMs, lease);
    this.#report(transition);
  }

  /** Records why a handshake with `host` failed, and when to try again. */
  async recordFailure(host: string, error: PeerError, lease?: Lease): Promise<void> {
    const { peers, history, clock } = this.#options;
    const row = this.find(host);
    const { offeredKey = null, retryAfterMs } = error.details;
    if (!row) return;
    if (error.code === 'self' && row.source === 'learned') {
      await peers.remove(host, lease);
      this.changed();
      return;
    }
    const now = clock();
    const nextAttempt = now + peerBackoffMs(row.failures + 1, retryAfterMs);
    const failure = {
      host,
      code: error.code,
      message: retryAfterMs === undefined ? error.text : pauseMessage(now, nextAttempt),
      remedy: error.remedy,
      reportedBy: error.details.reportedBy ?? 'this_node',
      at: now,
      nextAttempt,
      offeredKey,
    };
    const transition = await peers.recordFailure(failure, lease);
    // The owner removed the peer, or accepted the offered key, during the handshake.
    if (!transition) return;
    history.recordHandshake(host, null, lease);
    this.#report(transition);
  }

  /** Tries a peer again later, although the result of the last attempt could not be recorded. */
  postpone(host: string): void {
    this.#options.peers.postpone(host, this.#options.clock() + peerBackoffMs(1));
    this.changed();
  }

  /**
   * Pins the offered key of a peer.
   * @throws NodeError `peer_not_found`, or `invalid_request` when the host offers another key or none
   */
  async acceptKey(host: string, publicKey: string): Promise<void> {
    this.get(host);
    if (!(await this.#options.peers.acceptKey(host, publicKey))) {
      throw new NodeError('invalid_request', 'peers.keyNotOffered');
    }
    this.changed();
  }

  /** Removes a peer from the list. @throws NodeError `peer_not_found` */
  async remove(host: string): Promise<void> {
    if (!(await this.#options.peers.remove(host))) throw notFound();
    this.#options.history.remove(host);
    this.changed();
  }

  #view(row: Peer): LocalPeer {
    return toLocalPeer(row, this.#options.history.exchanged(row.host));
  }

  #report({ before, after }: PeerTransition): void {
    if (before && after && peerStateOf(before) !== peerStateOf(after)) {
      const { host: peer, failureCode } = after;
      const state = peerStateOf(after);
      this.#options.logger.info(
        { peer, state, ...(failureCode ? { reason: failureCode } : {}) },
        'the state of a peer has changed',
      );
      this.#options.note({
        kind: 'peer',
        actor: { type: 'peer', name: peer },
        subject: peer,
        detail: stateMessages[state],
      });
    }
    this.changed();
  }

  /** Drops the cached lists and reports the change. */
  changed(): void {
    this.#list = undefined;
    this.#reach = undefined;
    this.#known.invalidate();
    this.#options.onChange();
  }
}

/** Describes a pause; times in milliseconds. */
const pauseMessage = (now: number, until: number) =>
  message('peers.pauseRequested', { pause: until - now, until: toTimestamp(until) });

const notFound = () => new NodeError('peer_not_found', 'peers.notFound');
