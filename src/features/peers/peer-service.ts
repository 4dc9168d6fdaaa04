import { setMaxListeners } from 'node:events';
import type {
  LocalPeer,
  NetworkMap as NetworkMapResponse,
  PeerHistory as PeerHistoryResponse,
} from '../../contract/dashboard-api/peers.ts';
import type { HandshakeRequest, NodeInfo } from '../../contract/node-api/peers.ts';
import type { Settings } from '../../contract/settings.ts';
import type { NoteActivity } from '../../core/activity.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Identity } from '../../crypto/identity.ts';
import { AddressPolicy } from '../../platform/net/guarded/address-policy.ts';
import { type Resolve, systemResolve } from '../../platform/net/guarded/guarded-connection.ts';
import { parseNodeUrl } from '../../platform/net/node-url.ts';
import type { KnownNodeList } from './handshake/known-node-list.ts';
import { NetworkMap } from './network-map.ts';
import { PeerBook, type UsablePeer } from './peer-book.ts';
import { PeerClient } from './peer-client.ts';
import { PeerHistory } from './peer-history.ts';
import { Claims } from './peer-verifier.ts';
import type { Exchange, PeerHistoryRepository } from './repository/peer-history-repository.ts';
import type { PeerRepository } from './repository/peer-repository.ts';
import { Rounds } from './rounds/handshake-rounds.ts';
import { Handshaker } from './rounds/handshaker.ts';
import { PeerClocks } from './rounds/peer-clocks.ts';

export interface PeerServiceOptions {
  identity: Identity;
  repository: PeerRepository;
  historyRepository: PeerHistoryRepository;
  /** What network.info says of this node besides whom it knows. */
  describe: () => NodeInfo;
  nodeType: NodeInfo['node_type'];
  publicHost: string | undefined;
  settings: Pick<Settings['network'], 'bootstrap' | 'allow_private_hosts'>;
  clock: Clock;
  logger: Logger;
  /** Called after every change of what `list` or `knownNodes` answer. */
  onChange: () => void;
  /** Told when the state of a peer changes, not of every round. */
  note: NoteActivity;
  /** How host names are looked up; the system's way by default. */
  resolve?: Resolve;
}

/** The node in its network (protocol, section 7): whom it knows, and how it keeps in touch. */
export class PeerService {
  /** How others than this service ask nodes of the book. */
  readonly asking: { guards: AddressPolicy; resolve: Resolve };
  readonly #describe: () => NodeInfo;
  readonly #bootstrap: readonly string[];
  readonly #stopping = new AbortController();
  readonly #book: PeerBook;
  readonly #history: PeerHistory;
  readonly #map = new NetworkMap();
  readonly #clocks = new PeerClocks();
  readonly #handshaker: Handshaker;
  readonly #claims: Claims;
  readonly #rounds: Rounds;

  constructor(options: PeerServiceOptions) {
    const { identity, repository, describe, settings, clock, logger, onChange, note } = options;
    const { signal } = this.#stopping;
    // Each request under way listens, and there may be more than the ten that Node warns about.
    setMaxListeners(0, signal);
    const ownKey = identity.id;
    const ownHost = options.nodeType === 'public' ? options.publicHost : undefined;
    const policy = new AddressPolicy({ allowPrivateHosts: settings.allow_private_hosts, clock });
    const resolve = options.resolve ?? systemResolve;
    const describeAll = () => this.describe();
    const client = new PeerClient({ identity, describe: describeAll, policy, resolve, clock, signal });
    const ownVersion = (): string => describe().version;
    const history = new PeerHistory({
      repository: options.historyRepository,
      clock,
      logger,
      onChange: () => book.changed(),
    });
    const book: PeerBook = new PeerBook({
      repository,
      history,
      clock,
      logger,
      onChange: () => {
        this.#rounds.plan();
        onChange();
      },
      note,
      ownKey,
      ownHost,
      ownVersion,
    });
    this.#history = history;
    this.asking = { guards: policy, resolve };
    this.#describe = describe;
    this.#bootstrap = settings.bootstrap;
    this.#book = book;
    this.#handshaker = new Handshaker({
      book,
      client,
      map: this.#map,
      clocks: this.#clocks,
      onReturn: () => this.#rounds.networkChanged(),
      logger,
      signal,
    });
    this.#claims = new Claims({ book, client, ownKey, ownHost, clock, logger, signal });
    this.#rounds = new Rounds({ book, handshaker: this.#handshaker, clock, logger });
  }

  /** Returns this node's network.info. */
  describe(): NodeInfo {
    const info = this.#describe();
    const known = this.knownNodes().nodes.length;
    return { ...info, metrics: { ...info.metrics, known_public_nodes: known } };
  }

  /** Takes up the configured nodes and shakes hands, now and from now on. */
  start(): void {
    // Its address may have changed; it is given anew when the practice network runs.
    this.#book.endPractice(undefined);
    for (const host of this.#bootstrap) this.#book.name(host, 'named');
    this.#rounds.start();
  }

  /** Breaks off every request and resolves when nothing is under way. Final. */
  async stop(): Promise<void> {
    this.#rounds.stop();
    this.#stopping.abort();
    await Promise.all([this.#handshaker.settled(), this.#claims.settled()]);
    this.#history.close();
  }

  /** Does what is due now, without waiting for the timer. */
  runDue(): Promise<void> {
    return this.#rounds.run();
  }

  /** Resolves when no handshake and no check of a claim is under way. */
  async settled(): Promise<void> {
    await Promise.all([this.#handshaker.settled(), this.#claims.settled()]);
  }

  /** Everyone on the list, best first. */
  list(): LocalPeer[] {
    return this.#book.list();
  }

  /** Whom content may be asked of: best first, failing ones last. */
  usable(): UsablePeer[] {
    return this.#book.usable();
  }

  /** By how much this computer's clock differs from the median of other nodes'; undefined where none answered. */
  clockOffset(): { offsetMs: number; nodes: number } | undefined {
    return this.#clocks.median();
  }

  /** The computer woke up or its network is another one: what could not be reached is tried soon. */
  networkChanged(): void {
    this.#rounds.networkChanged();
  }

  /** What others are told: verified public nodes heard of within a day, freshest first, at most 256. */
  knownNodes(): KnownNodeList {
    return this.#book.knownNodes();
  }

  /**
   * How long a peer took to answer: oldest first, at most 144.
   * @throws NodeError `peer_not_found`
   */
  history(host: string): PeerHistoryResponse {
    this.#book.get(host);
    return this.#history.latencies(host);
  }

  /** Which peers named which in their last handshakes, among the best 256. */
  map(): NetworkMapResponse {
    return this.#map.links(this.list().map(({ host }) => host));
  }

  /** Takes note of what was exchanged with a peer just now; written within seconds. */
  noteExchange(host: string, exchange: Partial<Omit<Exchange, 'handshakes'>>): void {
    this.#history.note(host, exchange);
  }

  /**
   * Puts a node on the list and shakes hands; it stays on the list when that fails.
   * @param url a URL, of which the origin counts, or a bare host name
   * @throws NodeError `invalid_request`
   */
  async add(url: string): Promise<LocalPeer> {
    const host = parseNodeUrl(url);
    this.#book.name(host, 'named');
    await this.#handshaker.shake(host);
    return this.#book.get(host);
  }

  /** @throws NodeError `peer_not_found` */
  async retry(host: string): Promise<LocalPeer> {
    this.#book.get(host);
    await this.#handshaker.shake(host);
    return this.#book.get(host);
  }

  /**
   * Takes a node off the list, its pinned key included; it is not learned again, but can be added.
   * @throws NodeError `peer_not_found`
   */
  remove(host: string): void {
    this.#book.remove(host);
  }

  /**
   * Pins the key that a host offers now, and shakes hands.
   * @throws NodeError `peer_not_found`, or `invalid_request` when the host offers another key or none
   */
  async acceptKey(host: string, publicKey: string): Promise<LocalPeer> {
    this.#book.acceptKey(host, publicKey);
    return this.retry(host);
  }

  /**
   * Looks into a verified request's claim to be reached at `publicHost`, later; never throws.
   * @param publicHost an origin in normal form
   */
  claim(publicHost: string, request: HandshakeRequest): void {
    this.#claims.consider(publicHost, request);
  }

  /** The practice network's node is at this origin, or there is none. Resolves after a handshake. */
  async setPractice(url: string | undefined): Promise<void> {
    this.#book.endPractice(url);
    if (url === undefined) return;
    this.#book.name(url, 'practice');
    await this.#handshaker.shake(url);
  }
}
