import type { LocalPeer, PeerState } from '../../contract/dashboard-api/peers.ts';
import type { NoteActivity } from '../../core/activity.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import { backoffMs, LONGEST_MS } from '../../platform/net/backoff.ts';
import { PeerError } from '../../platform/net/failures.ts';
import { compareVersions } from './handshake/compatibility.ts';
import type { Candidate } from './handshake/handshake-response.ts';
import type { KnownNodeList } from './handshake/known-node-list.ts';
import { KnownNodes } from './known-nodes.ts';
import { jsonToPassOn } from './passed-on.ts';
import type { PeerHistory } from './peer-history.ts';
import { compareBest, isUsable, stateOf, toLocalPeer } from './peer-view.ts';
import type { PeerRepository, PeerRow } from './repository/peer-repository.ts';
import { inWords } from './rounds/clock-off.ts';
import { roundHosts } from './rounds/due.ts';
import { versionFailure } from './version-failure.ts';

const MAX_PEERS = 1000;
const HASTENED_AT_ONCE = 32;
/** In this time no more names are taken up than are kept, so that those who name without end are not followed. */
const LEARNING_MS = 600_000;

/** A peer that others may be served from. */
export interface UsablePeer {
  host: string;
  publicKey: string;
  /** Failed attempts since the last success. */
  failures: number;
  trust: 'named' | 'proven';
}

export interface PeerBookOptions {
  repository: PeerRepository;
  history: Pick<PeerHistory, 'exchanged' | 'handshake' | 'forget'>;
  clock: Clock;
  logger: Logger;
  onChange: () => void;
  note: NoteActivity;
  /** This node's key and, where it is public, its origin: never a peer. */
  ownKey: string;
  ownHost: string | undefined;
  ownVersion: () => string;
}

/** What a node proved to be. */
export interface Proven {
  publicKey: string;
  version: string;
  capabilities: string[];
  metrics: Record<string, unknown>;
  latencyMs: number;
}

/** What is known about other nodes, and how each attempt to reach them changes it. */
export class PeerBook {
  readonly #options: PeerBookOptions;
  readonly #known: KnownNodes;
  #learning = { since: Number.NEGATIVE_INFINITY, hosts: 0 };
  #list: LocalPeer[] | undefined;

  constructor(options: PeerBookOptions) {
    this.#options = options;
    this.#known = new KnownNodes(options.repository, options.clock);
  }

  rows(): PeerRow[] {
    return this.#options.repository.all();
  }

  /** Whom a round shakes hands with, best first. */
  forRound(): string[] {
    return roundHosts(this.rows());
  }

  /** Who is to be tried now: never tried yet, or failed and left alone long enough. */
  waiting(): string[] {
    const now = this.#options.clock();
    return this.#options.repository.waiting(now, now + LONGEST_MS);
  }

  /** When the next of those who failed is due, in milliseconds; undefined where none did. */
  nextAttempt(): number | undefined {
    return this.#options.repository.nextAttempt();
  }

  /** Lets peers that could not be reached be tried within so many milliseconds. */
  hasten(withinMs: number): void {
    this.#options.repository.hasten(this.#options.clock(), withinMs, HASTENED_AT_ONCE);
    this.changed();
  }

  /** Whom content may be asked of (best first, failing ones last): proven, with its pinned key, and understood. */
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

  /** The row, also of a host that the person took off the list (`removed`). */
  find(host: string): PeerRow | undefined {
    return this.#options.repository.get(host);
  }

  /** Those of some origins that are on the list. */
  known(hosts: readonly string[]): string[] {
    return hosts.filter((host) => (this.find(host)?.source ?? 'removed') !== 'removed');
  }

  /** @throws NodeError `peer_not_found` */
  get(host: string): LocalPeer {
    const row = this.find(host);
    if (!row || row.source === 'removed') throw notFound();
    return this.#view(row);
  }

  /** Best first. */
  list(): LocalPeer[] {
    this.#list ??= this.rows()
      .sort(compareBest)
      .map((row) => this.#view(row));
    // The figures change without a word, with every transfer.
    const { history } = this.#options;
    return this.#list.map((peer) => ({ ...peer, exchanged: history.exchanged(peer.host) }));
  }

  /** Verified, understood and heard of within a day, freshest first, at most 256. */
  knownNodes(): KnownNodeList {
    return this.#known.list();
  }

  name(host: string, source: 'named' | 'practice'): void {
    this.#options.repository.name(host, source, this.#options.clock());
    this.changed();
  }

  /** Forgets the practice network's nodes, except the one at `host`. */
  endPractice(host: string | undefined): void {
    this.#options.repository.endPractice(host);
    this.changed();
  }

  /** Takes up nodes that another one named; answers the origins that are new. */
  learn(candidates: readonly Candidate[]): string[] {
    const { repository, clock, ownKey, ownHost } = this.#options;
    const now = clock();
    if (Math.abs(now - this.#learning.since) >= LEARNING_MS) this.#learning = { since: now, hosts: 0 };
    const hosts = candidates
      .filter(({ publicKey, publicHost }) => publicKey !== ownKey && publicHost !== ownHost)
      .map(({ publicHost }) => publicHost);
    const added = repository.learn(hosts, now, {
      most: Math.max(0, MAX_PEERS - this.#learning.hosts),
      limit: MAX_PEERS,
    });
    this.#learning.hosts += added.length;
    if (added.length > 0) this.changed();
    return added;
  }

  /** Records that the node at `host` has proven itself, unless another key is pinned for that host. */
  succeeded(host: string, proven: Proven): void {
    const { repository, clock, ownVersion } = this.#options;
    const pinned = this.find(host)?.publicKey ?? proven.publicKey;
    if (pinned !== proven.publicKey) {
      this.failed(host, new PeerError('key_changed', undefined, { offeredKey: proven.publicKey }));
      return;
    }
    this.#options.history.handshake(host, proven.latencyMs);
    const now = clock();
    const { compatibility, warning = null } = compareVersions(proven.version, ownVersion());
    const failure =
      compatibility === 'incompatible' ? versionFailure(ownVersion(), proven.version) : undefined;
    this.#record(host, () =>
      repository.prove({
        host,
        publicKey: proven.publicKey,
        version: proven.version,
        capabilities: jsonToPassOn(proven.capabilities, '[]'),
        metrics: jsonToPassOn(proven.metrics, '{}'),
        compatibility,
        warning,
        latencyMs: proven.latencyMs,
        // It is of no use until somebody installs another version.
        nextAttempt: failure ? now + LONGEST_MS : null,
        failure,
        at: now,
        elsewhereNextAttempt: now + LONGEST_MS,
      }),
    );
  }

  /** Records why the node at `host` could not be asked, and when to try again. */
  failed(host: string, error: PeerError): void {
    const { repository, clock } = this.#options;
    const row = this.find(host);
    const { offeredKey = null, retryAfterMs } = error.details;
    // The key was accepted while it was being asked about.
    if (!row || (offeredKey !== null && offeredKey === row.publicKey)) return;
    if (error.code === 'self' && row.source === 'learned') {
      repository.remove(host);
      this.changed();
      return;
    }
    this.#options.history.handshake(host, null);
    const now = clock();
    const nextAttempt = now + backoffMs(row.failures + 1, retryAfterMs);
    this.#record(host, () =>
      repository.setBack({
        host,
        code: error.code,
        message: retryAfterMs === undefined ? error.message : pauseWords(now, nextAttempt),
        remedy: error.remedy,
        reportedBy: error.details.reportedBy ?? 'this_node',
        at: now,
        nextAttempt,
        offeredKey,
      }),
    );
  }

  /** @throws NodeError `peer_not_found`, or `invalid_request` when the host offers another key or none */
  acceptKey(host: string, publicKey: string): void {
    this.get(host);
    if (!this.#options.repository.acceptKey(host, publicKey)) {
      throw new NodeError('invalid_request', 'The node does not offer this key now. Look at the list again.');
    }
    this.changed();
  }

  /** @throws NodeError `peer_not_found` */
  remove(host: string): void {
    if (!this.#options.repository.remove(host)) throw notFound();
    this.#options.history.forget(host);
    this.changed();
  }

  #view(row: PeerRow): LocalPeer {
    return toLocalPeer(row, this.#options.history.exchanged(row.host));
  }

  #record(host: string, write: () => void): void {
    const before = this.find(host);
    write();
    const after = this.find(host);
    if (before && after && stateOf(before) !== stateOf(after)) {
      this.#options.logger.info(
        { peer: host, state: stateOf(after), ...(after.failureCode ? { reason: after.failureCode } : {}) },
        'the state of a peer has changed',
      );
      this.#options.note({
        kind: 'peer',
        actor: { type: 'peer', name: host },
        subject: host,
        detail: stateWords[stateOf(after)],
      });
    }
    this.changed();
  }

  /** What `list` or `knownNodes` answer is not what it was. */
  changed(): void {
    this.#list = undefined;
    this.#known.changed();
    this.#options.onChange();
  }
}

/** What a state means for a peer that had another one before. */
const stateWords: Record<PeerState, string> = {
  candidate: 'Has to prove itself anew',
  compatible: 'Was reached and proved itself',
  warning: 'Was reached and proved itself; its version differs',
  incompatible: 'Was reached, but its version is incompatible',
  unreachable: 'Became unreachable',
  key_changed: 'Answers with another key than before',
};

/** Times in milliseconds. */
const pauseWords = (now: number, until: number): string =>
  `The node got too many requests and asks to be left alone for ${inWords(Math.max(60_000, until - now))}, until ${toTimestamp(until).slice(11, 16)} UTC.`;

const notFound = () => new NodeError('peer_not_found', 'There is no peer with this address on the list.');
