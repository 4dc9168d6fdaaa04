import { artistAsAuthor } from '../../contract/dashboard-api/library/artist-as-author.ts';
import { ownTitle } from '../../contract/dashboard-api/library/own-title.ts';
import { networkId, ownerId } from '../../core/caller.ts';
import { type ConnectionKey, toConnectionDocument } from '../../features/auth/index.ts';
import { nodeAddresses, type ProofRequest } from '../../features/chain/index.ts';
import { BoughtCollections } from '../../features/collections/index.ts';
import { LicenceDecisionRepository } from '../../features/market/index.ts';
import type { MediaService } from '../../features/media/index.ts';
import { RemoteSignIns } from '../../features/public-nodes/index.ts';
import {
  BoughtCovers,
  DeliveryRepository,
  deliveredContents,
  type KeySignInOptions,
  KeySignIns,
  type ProofRequests,
  PurchaseDelivery,
} from '../../features/purchases/index.ts';
import {
  type ShareableContent,
  ShareCompanionRepository,
  ShareHostRepository,
  SharePartRepository,
  ShareRepository,
  SharingService,
  shareNotices,
} from '../../features/sharing/index.ts';
import { transactionsOf } from '../../platform/sqlite/transaction.ts';
import { encryptedShares } from '../chain/encrypted-shares-adapter.ts';
import { chainLicencesOf } from '../chain/licence-book-adapter.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Auth } from './auth.ts';
import type { Base } from './base.ts';
import type { ChainView } from './chain-view.ts';
import type { Discovery } from './discovery.ts';
import type { Peers } from './peers.ts';
import type { Storage } from './storage.ts';

export type SharingServices = ReturnType<typeof createSharing>;

interface SharingModules {
  base: Base;
  auth: Auth;
  storage: Storage;
  chain: ChainView;
  network: Peers;
  discovery: Discovery;
}

/** Creates publishing on other nodes, and purchase delivery. */
export function createSharing(life: Lifecycle, parts: SharingModules) {
  const { base, storage, chain, network } = parts;
  const { events } = base;
  const wallet = signingWallet(base);
  const shares = new ShareRepository(base.db);
  const sharing = createPublishing(shares, base, storage, chain, network, wallet);
  const sessions = new RemoteSignIns(base.clock);
  const bought = new BoughtCollections({
    db: base.db,
    clock: base.clock,
    onChange: () => events.emit('collections.changed'),
  });
  const delivery = createDelivery(parts, bought, sessions);
  const covers = createBoughtCovers(parts, bought);
  events.on('collections.changed', () => covers.collectionsChanged());
  const keySignIns = createKeySignIns(parts, { sessions, delivery, stopping: life.stopping });
  events.on('content.changed', () => sharing.contentsChanged());
  events.on('media.changed', () => sharing.contentsChanged());
  events.on('content.restricted', (sha256) => sharing.unsharePlain(sha256));
  events.on('peers.changed', () => {
    sharing.peersChanged();
    delivery.peersChanged(network.peers.usable().map(({ host }) => host));
  });
  events.on('conditions.changed', () => {
    sharing.wake();
    delivery.wake();
    covers.wake();
  });
  events.on('chain.changed', () => {
    delivery.chainChanged();
    chain.current.running?.orders.shareRegistered((registered) => sharing.publishRegistered(registered));
  });
  events.on('market.changed', () => {
    delivery.chainChanged();
    sharing.chainChanged();
  });
  life.use('sharing', { start: () => sharing.start(), stop: () => sharing.stop() });
  life.use('delivery of purchases', { stop: () => delivery.stop() });
  life.use('covers of purchases', { start: () => covers.start(), stop: () => covers.stop() });
  return { sharing, delivery, keySignIns, wallet, notices: () => shareNotices(shares) };
}

type SigningWallet = ReturnType<typeof signingWallet>;

/**
 * Signs in to other nodes with the fee wallet, because the identity on other nodes must stay the same in practice mode.
 */
const signingWallet = ({ walletKeys, settings: { chain } }: Base) => ({
  address: async () => (await nodeAddresses(walletKeys, chain.network)).node_address,
  prove: async (request: ProofRequest) => {
    const { proveFeeWallet } = await import('../../features/chain/wallet-proof.ts');
    return proveFeeWallet(walletKeys, chain.network, request);
  },
});

const createPublishing = (
  shares: ShareRepository,
  { db, nodeSecret, events, note, clock, loggerOf }: Base,
  { content }: Storage,
  { current }: ChainView,
  { peers, directory, up, isPaused }: Peers,
  wallet: SigningWallet,
): SharingService =>
  new SharingService({
    shares,
    companions: new ShareCompanionRepository(db),
    parts: new SharePartRepository(db),
    inTransaction: transactionsOf(db),
    hosts: new ShareHostRepository(db),
    peers: directory,
    contents: {
      find: (sha256) => withTags(content.records.get(sha256), content.media),
      read: (out, sha256, range) => content.catalogue.sendTo(out, content.catalogue.get(sha256), range),
      thumbnail: (sha256) => content.media.shownThumbnail(sha256),
      previewOf: (sha256) => {
        const preview = current.running?.market.byFile(sha256)?.preview;
        return preview && content.previews.stateOf(preview) === 'shown' ? preview : undefined;
      },
    },
    encrypted: encryptedShares(content, () => current.running),
    connection: peers.connection,
    pace: up,
    nodeSecret,
    wallet,
    isPaused,
    recordExchange: (host, exchange) => peers.recordExchange(host, exchange),
    onChange: () => events.emit('sharing.changed'),
    onTransfer: () => events.emit('transfers.changed'),
    note,
    clock,
    logger: loggerOf('sharing'),
  });

/** Returns a content with the title and artist from its tags if it has none of its own. */
function withTags<T extends Pick<ShareableContent, 'sha256' | 'title' | 'name' | 'authors'>>(
  content: T | undefined,
  media: Pick<MediaService, 'factsOf'>,
): T | undefined {
  const tags = content && media.factsOf(content.sha256);
  if (!content || !tags) return content;
  return {
    ...content,
    title: ownTitle(content.title, content.name) ?? tags.title ?? content.title,
    authors: content.authors.length > 0 ? content.authors : artistAsAuthor(tags.artist),
  };
}

function createDelivery(
  { base, storage: { content }, chain: { current }, network, discovery: { fetch, sources } }: SharingModules,
  collections: BoughtCollections,
  sessions: RemoteSignIns,
): PurchaseDelivery {
  const { db, events, note, clock, loggerOf } = base;
  const { peers, directory, isPaused, reportMisbehaviour } = network;
  return new PurchaseDelivery({
    rows: new DeliveryRepository(db),
    decisions: new LicenceDecisionRepository(db),
    contents: deliveredContents({
      keys: content.keys,
      sold: content.sold,
      isBlocked: (sha256) => content.blocks.isBlocked(sha256),
      collections,
      entitle: (sha256, title) => entitle(content, sha256, { title, at: clock() }),
      copies: content.copies,
      openFile: (sha256) => content.catalogue.reader(content.catalogue.get(sha256)),
    }),
    chain: () => current.running && chainLicencesOf(current.running),
    fetch,
    sessions,
    sources,
    peers: directory,
    connection: peers.connection,
    isPaused,
    onMisbehaviour: reportMisbehaviour,
    note,
    onChange: () => events.emit('purchases.changed'),
    clock,
    logger: loggerOf('purchases'),
  });
}

const createBoughtCovers = (
  { base, storage: { content }, network, discovery: { boughtCoverFetch } }: SharingModules,
  collections: BoughtCollections,
): BoughtCovers =>
  new BoughtCovers({
    collections,
    pictures: {
      isStored: (sha256) => content.copies.has(sha256),
      isBlocked: (sha256) => content.blocks.isBlocked(sha256),
      isCover: async (sha256) => (await content.covers.faultOf(sha256)) === undefined,
      pin: (sha256) => {
        content.copies.pin(sha256, true);
      },
    },
    fetch: boughtCoverFetch,
    isPaused: network.isPaused,
    logger: base.loggerOf('purchases'),
  });

/** Gives a copy the title under which it was bought. */
function entitle(
  { records, contents, catalogue }: Storage['content'],
  sha256: Buffer,
  { title, at }: { title: string; at: number },
): void {
  const record = records.get(sha256);
  const shown = [...title].slice(0, 200).join('').trim();
  if (record?.uploadedBy !== networkId || shown === '' || record.title === shown) return;
  contents.edit(record, { ...record, title: shown }, at);
  catalogue.forget(sha256);
}

const createKeySignIns = (
  { auth, chain: { current }, network: { peers, directory } }: SharingModules,
  given: Pick<KeySignInOptions, 'sessions' | 'delivery' | 'stopping'>,
): KeySignIns =>
  new KeySignIns({
    ...given,
    chain: () => current.running && chainLicencesOf(current.running),
    proofs: proofRequests(auth),
    peers: directory,
    connection: peers.connection,
  });

/** Not a sign-in session of the owner, so these requests end when the node stops. */
const foreignProofs: ConnectionKey = { user: ownerId, sessionId: 'foreign-proof' };

const proofRequests = ({ tonConnect }: Auth): ProofRequests => ({
  ask: async ({ walletAppName, manifestUrl, ...foreign }) =>
    toConnectionDocument(
      await tonConnect.newConnection({ ...foreignProofs, walletAppName, manifestUrl, foreign }),
    ),
  current: () => {
    const connection = tonConnect.connectionOf(foreignProofs);
    return connection && toConnectionDocument(connection);
  },
  cancel: () => tonConnect.endConnection(foreignProofs),
});
