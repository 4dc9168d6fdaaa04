import { type Lease, ledBy } from '../../core/concurrency/leader.ts';
import { contentNotFound } from '../../core/content-errors.ts';
import { coverLimits } from '../../core/image/cover-image.ts';
import { NodeError } from '../../core/node-error.ts';
import { walletsOfKey } from '../../features/chain/index.ts';
import { FollowedCollections } from '../../features/collections/index.ts';
import {
  CoverCache,
  contentUrl,
  maxStoredBytes,
  withoutHarmfulCovers,
} from '../../features/content/index.ts';
import { DiscoveryService, openRemoteIndex, type RemoteIndex } from '../../features/discovery/index.ts';
import { type FetchSource, RemoteFetch } from '../../features/fetch/index.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { NodeBase } from './base.ts';
import type { ChainView } from './chain-view.ts';
import type { Peers } from './peers.ts';
import type { Storage } from './storage/storage.ts';

export type Discovery = ReturnType<typeof createDiscovery>;

/** Creates discovery and fetching of remote contents. */
export function createDiscovery(
  life: Lifecycle,
  base: NodeBase,
  { content }: Storage,
  chain: ChainView,
  network: Peers,
) {
  const { db, settings, events, clock } = base;
  const { catalogue, licensed, trash } = content;
  const { peers, pausedBy } = network;
  const sizes = (hashes: readonly Buffer[]) => hashes.map((sha256) => catalogue.find(sha256)?.size);
  const index = openRemoteIndex({
    db,
    copyStore: { sizes },
    isRestricted: (sha256) => licensed.restriction(sha256) !== undefined,
    testOnly: settings.chain.network === 'testnet' || settings.chain.network === 'embedded',
    contentUrl,
  });
  const sources = (sha256: Buffer) => sourcesOf(sha256, network, index);
  const { fetch, boughtCoverFetch } = createFetches(life, settings, (maxBytes) =>
    createFetch(base, content, chain, network, index, { sources, maxBytes }),
  );
  const followed = createFollowedCollections(life, base, content, index);
  const sync = new DiscoveryService({
    db,
    index,
    peers: network.directory,
    connection: { ...peers.connection, pace: network.down },
    fetcher: subscribedFetcher(fetch, trash),
    copyStore: { sizes, ...subscribedCopies(content) },
    maxContents: settings.network.index_contents,
    pausedBy,
    clock,
    logger: base.loggerOf('discovery'),
    note: base.note,
    onKept: (sha256) => followed.receive(sha256),
    onChange: () => events.emit('index.changed'),
  });
  events.on('peers.changed', () => sync.peersChanged());
  events.on('conditions.changed', () => sync.conditionsChanged());
  // Subscriptions are not shared: a replica would free the copies that those of others keep.
  life.use('sync', { start: () => sync.start({ fetches: !base.state.isReplica }), stop: () => sync.stop() });
  startRepair(life, base, content, fetch, network);
  const covers = createStoreCovers(life, base, content, network, sources);
  return {
    fetch,
    boughtCoverFetch,
    sync,
    sources,
    ...covers,
    formatAddress: index.formatAddress,
    remote: index.found,
    found: withoutHarmfulCovers(index.found, content.covers),
  };
}

function startRepair(
  life: Lifecycle,
  { state }: NodeBase,
  { repair }: Storage['content'],
  remote: RemoteFetch,
  { conditions }: Peers,
): void {
  const fetch = (sha256: Buffer, signal: AbortSignal, lease: Lease | undefined) =>
    remote.fetch(sha256, { priority: 'background', signal, lease });
  const worker = {
    start: (lease?: Lease) => repair.start({ fetch, background: conditions }, lease),
    stop: () => repair.stop(),
  };
  life.use('repair', ledBy(state.leader, 'repair', worker));
}

function createFollowedCollections(
  life: Lifecycle,
  { db, state, identity, events, clock, loggerOf }: NodeBase,
  { catalogue, hidden }: Storage['content'],
  { found, subscriptions }: RemoteIndex,
): FollowedCollections {
  const followed = new FollowedCollections({
    db,
    catalogue,
    nodeId: identity.id,
    walletsOf: walletsOfKey,
    isFollowed: (owner) => subscriptions.followsOwner(owner),
    isListed: (sha256) => found.has(sha256),
    hide: (sha256) => hidden.hide(sha256),
    clock,
    logger: loggerOf('collections'),
    onChange: () => events.emit('collections.changed'),
  });
  // Replicas follow nobody.
  if (!state.isReplica) events.on('index.changed', () => followed.removeGone());
  life.use('followed collections', { stop: () => followed.stop() });
  return followed;
}

/** Subscriptions do not fetch files that are in the trash; a user's request does. */
const subscribedFetcher = (fetch: RemoteFetch, trash: Storage['content']['trash']) => ({
  fetch: async (sha256: Buffer, options: Parameters<RemoteFetch['fetch']>[1]) => {
    if (options.priority !== 'foreground' && trash.has(sha256)) throw contentNotFound();
    await fetch.fetch(sha256, options);
  },
});

/** The copies in the form that the sync of subscriptions uses. */
const subscribedCopies = ({ copies, blocks }: Storage['content']) => ({
  setSubscribed: (...given: Parameters<typeof copies.setSubscribed>) => copies.setSubscribed(...given),
  hasSpaceFor: (bytes: number) => copies.hasSpaceFor(bytes),
  isBlocked: (sha256: Buffer) => blocks.isBlocked(sha256),
  pin: async (sha256: Buffer) => {
    await copies.pin(sha256, true);
  },
});

function createFetches(
  life: Lifecycle,
  { storage }: NodeBase['settings'],
  create: (maxBytes: number) => RemoteFetch,
) {
  const fetch = create(maxStoredBytes(storage.max_upload_bytes));
  /** Fetches covers of bought collections into the store; their sellers chose the files. */
  const boughtCoverFetch = create(coverLimits.bytes);
  life.use('content fetch', { stop: () => Promise.all([fetch.stop(), boughtCoverFetch.stop()]) });
  return { fetch, boughtCoverFetch };
}

const createFetch = (
  { events, clock }: NodeBase,
  { copies }: Storage['content'],
  { records }: ChainView,
  { peers, down, reportMisbehaviour }: Peers,
  { found }: RemoteIndex,
  { sources, maxBytes }: { sources: (sha256: Buffer) => FetchSource[]; maxBytes: number },
): RemoteFetch =>
  new RemoteFetch({
    sources,
    store: {
      has: (sha256) => copies.has(sha256),
      receive: (sha256, source, details) => {
        const record = records.byFile(sha256) ?? found.find(sha256);
        return copies.receive(sha256, source, { ...details, ...(record ? { record } : {}) });
      },
    },
    connection: peers.connection,
    maxBytes,
    pace: down,
    clock,
    onChange: () => events.emit('transfers.changed'),
    onReceived: (host, bytes) => peers.recordExchange(host, { receivedBytes: bytes, fetchedContents: 1 }),
    onMisbehaviour: reportMisbehaviour,
  });

/** Fetches covers of what the Store lists, and keeps them in memory only, because the user did not add them. */
function createStoreCovers(
  life: Lifecycle,
  base: NodeBase,
  { catalogue, licensed, blocks }: Storage['content'],
  { peers, down, reportMisbehaviour }: Peers,
  sources: (sha256: Buffer) => FetchSource[],
) {
  const coverCache = new CoverCache({
    mayFetch: (sha256) =>
      !catalogue.find(sha256) && licensed.restriction(sha256) === undefined && !blocks.isBlocked(sha256),
    onStored: () => base.events.emit('market.changed'),
  });
  const fetch = new RemoteFetch({
    sources,
    store: coverCache,
    connection: peers.connection,
    maxBytes: coverLimits.bytes,
    pace: down,
    clock: base.clock,
    onChange: () => {},
    onReceived: (host, bytes) => peers.recordExchange(host, { receivedBytes: bytes, fetchedContents: 1 }),
    onMisbehaviour: reportMisbehaviour,
  });
  life.use('fetch of covers', { stop: () => fetch.stop() });
  const logger = base.loggerOf('covers');
  const fetchCover = (sha256: Buffer): void => {
    const caller = { priority: 'background', signal: new AbortController().signal, onlyKnown: true } as const;
    fetch.fetch(sha256, caller).catch((error: unknown) => {
      // Expected, e.g. if no node has the cover; the tile then shows its gradient.
      if (!(error instanceof NodeError)) logger.error({ err: error }, 'fetching a cover failed');
    });
  };
  return { coverCache, fetchCover };
}

/** Returns the nodes to ask for a content: those that list it first, then the best ones. */
function sourcesOf(sha256: Buffer, { peers }: Peers, { found }: RemoteIndex): FetchSource[] {
  const knowing = new Set(found.sources(sha256));
  const sources = peers.usable().map(({ host, trust }) => ({ host, trust, known: knowing.has(host) }));
  return [...sources.filter(({ known }) => known), ...sources.filter(({ known }) => !known)];
}
