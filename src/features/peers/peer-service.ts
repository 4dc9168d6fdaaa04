import { setMaxListeners } from 'node:events';
import type {
  LocalPeer,
  NetworkMap as NetworkMapResponse,
  PeerHistory as PeerHistoryResponse,
} from '../../contract/dashboard-api/peers.ts';
import type { HandshakeRequest, NodeInfo } from '../../contract/node-api/peers.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Clock } from '../../core/clock.ts';
import type { Leader } from '../../core/concurrency/leader.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Identity } from '../../crypto/identity.ts';
import { AddressPolicy, type ConnectionPolicy } from '../../platform/net/guarded/address-policy.ts';
import { type Resolve, systemResolve } from '../../platform/net/guarded/guarded-connection.ts';
import { parseNodeUrl } from '../../platform/net/node-url.ts';
import type { KnownNodeList } from './handshake/known-node-list.ts';
import { NetworkMap } from './network-map.ts';
import { PeerBook, type UsablePeer } from './peer-book.ts';
import { PeerClaimVerifier } from './peer-claim-verifier.ts';
import { PeerClient } from './peer-client.ts';
import { PeerHistory } from './peer-history.ts';
import type { ExchangeTotals, PeerHistoryStore } from './peer-history-store.ts';
import type { PeerReach } from './peer-responses.ts';
import { HandshakeRounds } from './rounds/handshake-rounds.ts';
import { Handshaker } from './rounds/handshaker.ts';
import { PeerClocks } from './rounds/peer-clocks.ts';
import type { StoredPeers } from './stored-peers.ts';

export interface PeerServiceOptions {
  identity: Identity;
  peers: StoredPeers;
  history: PeerHistoryStore;
  /** Leads the rounds of handshakes, because each round counts failures. */
  leader: Leader;
  /** Returns network.info of this node. */
  describe: () => NodeInfo;
  nodeType: NodeInfo['node_type'];
  publicHost: string | undefined;
  settings: Pick<Settings['network'], 'bootstrap' | 'allow_private_hosts'>;
  clock: Clock;
  logger: Logger;
  /** Called when the result of `list` or `knownNodes` may have changed. */
  onChange: () => void;
  /** Notes changes of a peer's state, not every round. */
  note: NoteActivity;
  /** Looks up host names; default: the lookup of the system. */
  resolve?: Resolve;
}

/** Maintains the known nodes and the handshakes with them. */
export class PeerService {
  /** Connection rules for other services that connect to peers. */
  readonly connection: ConnectionPolicy;
  readonly #describe: () => NodeInfo;
  readonly #bootstrap: readonly string[];
  readonly #stopping = new AbortController();
  readonly #peers: StoredPeers;
  readonly #book: PeerBook;
  readonly #history: PeerHistory;
  readonly #map = new NetworkMap();
  readonly #clocks = new PeerClocks();
  readonly #handshaker: Handshaker;
  readonly #verifier: PeerClaimVerifier;
  readonly #rounds: HandshakeRounds;
  readonly #leader: Leader;
  #endRounds: () => Promise<void> = async () => {};

  constructor(options: PeerServiceOptions) {
    const { identity, peers, describe, settings, clock, logger, onChange, note } = options;
    const { signal } = this.#stopping;
    // Prevents a warning of Node.js: each running request adds a listener, and more than ten may run.
    setMaxListeners(0, signal);
    const ownKey = identity.id;
    const ownHost = options.nodeType === 'public' ? options.publicHost : undefined;
    const connection = {
      guards: new AddressPolicy({ allowPrivateHosts: settings.allow_private_hosts, clock }),
      resolve: options.resolve ?? systemResolve,
    };
    const client = new PeerClient({ identity, describe: () => this.describe(), connection, clock, signal });
    const ownVersion = (): string => describe().version;
    const history = new PeerHistory({
      store: options.history,
      clock,
      logger,
      onChange: () => book.changed(),
    });
    const book: PeerBook = new PeerBook({
      peers,
      history,
      clock,
      logger,
      onChange: () => {
        this.#rounds.schedule();
        onChange();
      },
      note,
      ownKey,
      ownHost,
      ownVersion,
    });
    this.#leader = options.leader;
    this.#peers = peers;
    this.#history = history;
    this.connection = connection;
    this.#describe = describe;
    this.#bootstrap = settings.bootstrap;
    this.#book = book;
    this.#handshaker = new Handshaker({
      book,
      client,
      map: this.#map,
      clocks: this.#clocks,
      onReachableAgain: () => this.#rounds.networkChanged(),
      logger,
      signal,
    });
    this.#verifier = new PeerClaimVerifier({ book, client, ownKey, ownHost, clock, logger, signal });
    this.#rounds = new HandshakeRounds({ book, handshaker: this.#handshaker, clock, logger });
  }

  describe(): NodeInfo {
    const info = this.#describe();
    const known = this.knownNodes().nodes.length;
    return { ...info, metrics: { ...info.metrics, known_public_nodes: known } };
  }

  /** Reads what is stored about peers; before, there are none. */
  async open(): Promise<void> {
    await Promise.all([this.#peers.open(() => this.#book.changed()), this.#history.open()]);
  }

  /** Adds the configured nodes and shakes hands, at once and in rounds. */
  async start(): Promise<void> {
    // Removes the practice node of the last run, whose address may have changed; `setPractice` adds the current one.
    await this.#book.endPractice(undefined);
    for (const host of this.#bootstrap) await this.#book.add(host, 'named');
    // The service was stopped meanwhile.
    if (this.#stopping.signal.aborted) return;
    this.#endRounds = this.#leader.run('handshake rounds', (signal, lease) =>
      this.#rounds.run(signal, lease),
    );
  }

  /** Aborts all requests, and resolves when none is running; the service cannot be started again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#endRounds(), this.#handshaker.settled(), this.#verifier.settled()]);
    await this.#peers.close();
    await this.#history.close();
  }

  /** Shakes hands with peers that are due, without waiting for the timer. */
  runDue(): Promise<void> {
    return this.#rounds.runDue();
  }

  /** Resolves when no handshake and no verification runs. */
  async settled(): Promise<void> {
    await Promise.all([this.#handshaker.settled(), this.#verifier.settled()]);
  }

  list(): LocalPeer[] {
    return this.#book.list();
  }

  /** Returns how many peers are known and reachable. */
  reach(): PeerReach {
    return this.#book.reach();
  }

  /** Lists the peers that contents may be fetched from, best first, failing ones last. */
  usable(): UsablePeer[] {
    return this.#book.usable();
  }

  /** Returns by how much this computer's clock differs from the median of other nodes' clocks. */
  clockOffset(): { offsetMs: number; nodes: number } | undefined {
    return this.#clocks.median();
  }

  /** Schedules handshakes with unreachable peers soon after the computer woke up or changed its network. */
  networkChanged(): void {
    this.#rounds.networkChanged();
  }

  /**
   * Returns the list for other nodes: verified public nodes with a contact within a day, latest contact first, at most
   * 256.
   */
  knownNodes(): KnownNodeList {
    return this.#book.knownNodes();
  }

  /** Returns the latencies of a peer, oldest first, at most 144. @throws NodeError `peer_not_found` */
  async history(host: string): Promise<PeerHistoryResponse> {
    this.#book.get(host);
    return await this.#history.latencies(host);
  }

  /** Returns the links between the best 256 peers from their last handshakes. */
  map(): NetworkMapResponse {
    return this.#map.links(this.list().map(({ host }) => host));
  }

  /** Counts traffic with a peer; the counts are written within seconds. */
  recordExchange(host: string, exchange: Partial<Omit<ExchangeTotals, 'handshakes'>>): void {
    this.#history.recordExchange(host, exchange);
  }

  /**
   * Adds a node and shakes hands; the node stays on the list when that fails.
   * @param url a URL, of which only the origin is used, or a bare host name
   * @throws NodeError `invalid_request`
   */
  async add(url: string): Promise<LocalPeer> {
    const host = parseNodeUrl(url);
    await this.#book.add(host, 'named');
    await this.#handshaker.handshake(host);
    return this.#book.get(host);
  }

  /** Shakes hands with a peer now. @throws NodeError `peer_not_found` */
  async retry(host: string): Promise<LocalPeer> {
    this.#book.get(host);
    await this.#handshaker.handshake(host);
    return this.#book.get(host);
  }

  /**
   * Removes a node with its pinned key; it is not learned again, but can be added.
   * @throws NodeError `peer_not_found`
   */
  async remove(host: string): Promise<void> {
    await this.#book.remove(host);
  }

  /**
   * Pins the key that a host offers now, and shakes hands.
   * @throws NodeError `peer_not_found`, or `invalid_request` when the host offers another key or none
   */
  async acceptKey(host: string, publicKey: string): Promise<LocalPeer> {
    await this.#book.acceptKey(host, publicKey);
    return this.retry(host);
  }

  /**
   * Verifies in the background that the sender of a verified request is reachable at `publicHost`; never throws.
   * @param publicHost an origin in normal form
   */
  verifyClaim(publicHost: string, request: HandshakeRequest): void {
    this.#verifier.verifyLater(publicHost, request);
  }

  /** Sets the origin of the practice network's node, and resolves after a handshake; undefined: no practice network. */
  async setPractice(url: string | undefined): Promise<void> {
    await this.#book.endPractice(url);
    if (url === undefined) return;
    await this.#book.add(url, 'practice');
    await this.#handshaker.handshake(url);
  }
}
