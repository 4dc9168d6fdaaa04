import type { LocalTopic } from '../contract/dashboard-api/monitoring.ts';
import type { NodeInfo } from '../contract/node-api/peers.ts';
import type { Settings } from '../contract/settings.ts';
import type { NoteActivity } from '../core/activity.ts';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/log/logger.ts';
import type { Topics } from '../core/topics.ts';
import type { Identity } from '../crypto/identity.ts';
import { contentUrl } from '../features/content/content-responses.ts';
import { createSync, type Sync } from '../features/discovery/create-sync.ts';
import type { FetchSource } from '../features/fetch/fetch-source.ts';
import { RemoteFetch } from '../features/fetch/remote-fetch.ts';
import { LicenceDecisionRepository } from '../features/market/repository/licence-decisions.ts';
import { PeerService } from '../features/peers/peer-service.ts';
import { PeerHistoryRepository } from '../features/peers/repository/peer-history-repository.ts';
import { PeerRepository } from '../features/peers/repository/peer-repository.ts';
import { DeliveryRepository } from '../features/purchases/delivery-repository.ts';
import type { DeliveredContents, LicenceBook } from '../features/purchases/licence-book.ts';
import { Delivery } from '../features/purchases/purchase-delivery.ts';
import type { LiveSettingsDesk } from '../features/settings/settings-service.ts';
import type { SealedShares } from '../features/sharing/encrypted-shares.ts';
import type { SigningWallet } from '../features/sharing/open-session.ts';
import { ShareHostRepository } from '../features/sharing/repository/share-host-repository.ts';
import { ShareRepository } from '../features/sharing/repository/share-repository.ts';
import type { ShareableContents } from '../features/sharing/share-work.ts';
import { Sharing } from '../features/sharing/sharing-service.ts';
import { WalletSessions } from '../features/sharing/wallet-sessions.ts';
import type { ArrivingCopy, CopyStore } from '../features/storage/copy-store.ts';
import { mostStoredBytes } from '../features/uploads/upload-limit.ts';
import { Bandwidth, type Pace } from '../platform/net/bandwidth.ts';
import { NetworkConditions } from '../platform/net/network-conditions.ts';
import type { Traffic } from '../platform/net/traffic.ts';
import type { Db } from '../platform/sqlite/database.ts';

export interface NodeNetworkOptions {
  db: Db;
  nodeSecret: Buffer;
  identity: Identity;
  settings: Settings;
  live: LiveSettingsDesk;
  describe: () => NodeInfo;
  wallet: SigningWallet;
  /** What is kept of other nodes' contents. */
  copies: Pick<CopyStore, 'receive' | 'has' | 'isRoomFor' | 'pin' | 'setSubscribed'>;
  /** What the chain says about a content, in the words of its author. */
  registered: (sha256: Buffer) => ArrivingCopy['record'];
  /** Size of a stored content in bytes. */
  sizeOf: (sha256: Buffer) => number | undefined;
  isBlocked: (sha256: Buffer) => boolean;
  /** What may be shared. */
  contents: ShareableContents;
  /** Which of it is sold. */
  sealed: SealedShares;
  /** What this node's wallets have bought. */
  delivered: { contents: DeliveredContents; book: () => LicenceBook | undefined };
  topics: Topics<LocalTopic>;
  /** What is exchanged with other nodes is added to it. */
  traffic: Traffic;
  note: NoteActivity;
  clock: Clock;
  logger: Logger;
}

/** The node among others: whom it knows, what they have, what comes from them and goes to them. */
export interface NodeNetwork {
  conditions: NetworkConditions;
  bandwidth: Bandwidth;
  peers: PeerService;
  fetch: RemoteFetch;
  sync: Sync;
  sharing: Sharing;
  delivery: Delivery;
  start(): void;
  /** Breaks off everything and resolves when nothing is under way. Final. */
  stop(): Promise<void>;
}

/** Puts together what deals with other nodes; nothing runs before `start`. */
export function createNetwork(options: NodeNetworkOptions): NodeNetwork {
  const { db, settings, live, copies, topics, note, clock, logger } = options;
  const conditions = new NetworkConditions(settings.network);
  const bandwidth = new Bandwidth({ down: undefined, up: undefined });
  live.follow(({ network }) => {
    conditions.set(network);
    bandwidth.set({ down: network.down_bytes_per_s ?? undefined, up: network.up_bytes_per_s ?? undefined });
  });
  const { traffic } = options;
  const down: Pace = (bytes, signal) => {
    traffic.networkReceived += bytes;
    return bandwidth.down(bytes, signal);
  };
  const up: Pace = (bytes, signal) => {
    traffic.networkSent += bytes;
    return bandwidth.up(bytes, signal);
  };
  const pausedBy = () => conditions.pausedBy();
  const peerRows = new PeerRepository(db);
  const peers = new PeerService({
    identity: options.identity,
    repository: peerRows,
    historyRepository: new PeerHistoryRepository(db),
    describe: options.describe,
    nodeType: settings.node.type,
    publicHost: settings.node.public_host,
    settings: settings.network,
    clock,
    logger,
    onChange: () => {
      topics.changed('peers');
      topics.changed('overview');
      sync.peersChanged();
      sharing.peersChanged();
      delivery.peersChanged(peers.usable().map(({ host }) => host));
    },
    note,
  });
  const { asking } = peers;
  const onMisbehaved = (host: string, reason: string) => {
    logger.warn({ peer: host, reason }, 'a peer misbehaved');
    note({ kind: 'fetch', actor: { type: 'peer', name: host }, subject: host, detail: reason });
  };
  const fetch = new RemoteFetch({
    sources: (sha256) => sourcesOf(sha256, peers, sync),
    store: {
      has: (sha256) => copies.has(sha256),
      receive: (sha256, source, details) => {
        const record = options.registered(sha256) ?? sync.found.find(sha256);
        return copies.receive(sha256, source, { ...details, ...(record ? { record } : {}) });
      },
    },
    asking,
    maxBytes: mostStoredBytes(settings.storage.max_upload_bytes),
    pace: down,
    clock,
    onChange: () => topics.changed('transfers'),
    onReceived: (host, bytes) => peers.noteExchange(host, { receivedBytes: bytes, fetchedContents: 1 }),
    onMisbehaved,
  });
  const sync: Sync = createSync({
    db,
    peers: peerRows,
    asking: { ...asking, pace: down },
    fetcher: fetch,
    shelf: {
      sizes: (hashes) => hashes.map(options.sizeOf),
      setSubscribed: (hashes, subscribed) => copies.setSubscribed(hashes, subscribed),
      roomFor: (bytes) => copies.isRoomFor(bytes),
      isBlocked: options.isBlocked,
      pin: (sha256) => copies.pin(sha256, true),
    },
    isRestricted: (sha256) => options.sealed.closedAs(sha256) !== undefined,
    mostContents: settings.network.index_contents,
    pausedBy,
    testOnly: settings.chain.network === 'testnet' || settings.chain.network === 'embedded',
    contentUrl,
    clock,
    logger,
    onChange: () => topics.changed('index'),
  });
  const sessions = new WalletSessions(clock);
  const delivery = new Delivery({
    rows: new DeliveryRepository(db),
    decisions: new LicenceDecisionRepository(db),
    ...options.delivered,
    fetch,
    sessions,
    sources: (sealed) => sourcesOf(sealed, peers, sync),
    peers: peerRows,
    asking,
    isPaused: () => pausedBy().length > 0,
    onMisbehaved,
    onChange: () => topics.changed('market'),
    clock,
    logger,
  });
  const sharing = new Sharing({
    shares: new ShareRepository(db),
    hosts: new ShareHostRepository(db),
    peers: peerRows,
    contents: options.contents,
    sealed: options.sealed,
    sessions,
    asking,
    pace: up,
    nodeSecret: options.nodeSecret,
    wallet: options.wallet,
    isPaused: () => pausedBy().length > 0,
    noteExchange: (host, exchange) => peers.noteExchange(host, exchange),
    onChange: () => topics.changed('sharing'),
    onTransfer: () => topics.changed('transfers'),
    note,
    clock,
    logger,
  });
  conditions.onChange(() => {
    topics.changed('overview');
    topics.changed('index');
    sync.conditionsChanged();
    sharing.wake();
    delivery.wake();
  });
  return {
    ...{ conditions, bandwidth, peers, fetch, sync, sharing, delivery },
    start: () => {
      void conditions.start();
      peers.start();
      sync.start();
      sharing.start();
    },
    stop: async () => {
      await Promise.all([delivery.stop(), sharing.stop(), sync.stop()]);
      await fetch.stop();
      await peers.stop();
      await conditions.stop();
    },
  };
}

/** Whom to ask for a content: those that say they have it first, then the best. */
function sourcesOf(sha256: Buffer, peers: PeerService, sync: Sync): FetchSource[] {
  const usable = peers.usable();
  const knowing = new Set(sync.found.sources(sha256));
  const source = (known: boolean) =>
    usable
      .filter(({ host }) => knowing.has(host) === known)
      .map(({ host, trust }) => ({ host, trust, known }));
  return [...source(true), ...source(false)];
}
