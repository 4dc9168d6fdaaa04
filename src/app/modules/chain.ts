import { ownerId } from '../../core/caller.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { parseTonAddress } from '../../core/ton/ton-address.ts';
import { ownersConnection } from '../../features/auth/index.ts';
import { embeddedChainFile } from '../../features/chain/index.ts';
import { contentUrl, FileRegistrants } from '../../features/content/index.ts';
import { DeliveredKeyRepository } from '../../features/licensing/index.ts';
import type { MarketView } from '../../features/market/index.ts';
import { tradeActivity } from '../../features/monitoring/index.ts';
import type { ConnectedWallets, SettledRegistration, StoredContents } from '../../features/orders/index.ts';
import { ChainFollower } from '../chain/chain-follower.ts';
import { adoptablePlatform, platformMetadata } from '../chain/platform/platform-metadata.ts';
import { ChangesOfOthers } from '../cluster/changes-of-others.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Auth } from './auth.ts';
import type { NodeBase } from './base.ts';
import type { ChainView } from './chain-view.ts';
import type { Discovery } from './discovery.ts';
import type { Listeners } from './listeners.ts';
import type { Peers } from './peers.ts';
import type { PurchaseServices } from './purchases.ts';
import type { SharingServices } from './sharing.ts';
import type { Storage } from './storage/storage.ts';

interface ChainModules {
  base: NodeBase;
  auth: Auth;
  listeners: Listeners;
  storage: Storage;
  chain: ChainView;
  network: Peers;
  discovery: Discovery;
  sharing: SharingServices;
  purchases: PurchaseServices;
}

const byNode = { kind: 'wallet', actor: { type: 'node', name: '' } } as const;

/** Creates the followed chain with its market and orders. */
export function createChain(
  life: Lifecycle,
  { base, auth, listeners, storage, chain, network, discovery, sharing, purchases }: ChainModules,
): ChainFollower {
  const { db, nodeSecret, walletKeys, events, note, clock } = base;
  const { catalogue, covers, encryptions, previews } = storage.content;
  const { coverCache, sync } = discovery;
  const follower = new ChainFollower({
    current: chain.current,
    db,
    commands: base.state.commands,
    leader: base.state.leader,
    nodeSecret,
    walletKeys,
    clock,
    logger: base.loggerOf('chain'),
    namedPlatform: adoptablePlatform(base, network),
    embeddedFile: embeddedChainFile(base.dataDir),
    limits: () => base.live.get().chain,
    contents: storedContents(base, storage),
    urlOf: (sha256) =>
      catalogue.find(sha256) ? contentUrl(listeners.listeners.nodeUrl, contentIdOf(sha256)) : null,
    coverUrlOf: (sha256) => covers.pathOf(sha256, contentIdOf(sha256)) ?? coverCache.pathOf(sha256),
    lacksCover: coverCache.isWanted,
    kindOf: (sha256) => storage.content.kinds.of(sha256),
    followed: () => sync.subscriptions.followed(),
    hidesPreview: (sha256) => previews.stateOf(sha256) === 'refused',
    deliveryOf: (licence) => purchases.delivery.stateOf(licence),
    saleDeliveryOf: saleDeliveries(base, storage, sharing),
    walletOf: auth.walletOf,
    unprovenWalletOf: auth.unprovenWalletOf,
    ownersWallets: () => auth.provenWalletsOf(ownerId),
    connected: connectedWallets(auth),
    ownersConnection,
    platformMetadata: () => platformMetadata(base, listeners),
    onRegistered: (sha256, owner) => {
      storage.makeRegisteredPublic(sha256, owner);
      encryptions.reconcile();
    },
    onTakenOver: finishRegistrations(storage),
    onTrade: (trade) => {
      note(tradeActivity(trade));
      events.emit('trade.completed', trade.notification);
    },
    onGiven: () => note({ ...byNode, detail: 'activity.licenceReceived' }),
    onFormerPlatform: () => note({ ...byNode, detail: 'activity.storeReplaced' }),
    onMarket: () => events.emit('market.changed'),
    onOrders: () => events.emit('orders.changed'),
    onState: () => events.emit('chain.changed'),
  });
  followOthers(base, chain);
  // A private node uses the platform of the first public node that the owner added.
  base.topics.subscribe((topic) => {
    if (topic === 'peers' || topic === 'chain') follower.adopt();
  });
  life.use('chain', { start: () => follower.start(), stop: () => follower.stop() });
  return follower;
}

/** Returns what makes files public whose registration another replica has settled, perhaps at its end. */
const finishRegistrations =
  ({ content, publishAgain }: Storage) =>
  (registered: readonly SettledRegistration[]): void => {
    for (const { sha256, settledAt } of registered) {
      // Whoever has edited it since may have unlisted it.
      const isEdited = (content.records.get(sha256)?.updatedAt ?? 0) > settledAt;
      if (!isEdited) publishAgain(sha256);
    }
  };

/** Reports what other replicas change, and continues their orders. */
function followOthers({ state, events }: NodeBase, { current }: ChainView): void {
  const ordered = () => {
    current.running?.orders.wake();
    events.emit('orders.changed');
    events.emit('chain.changed');
  };
  state.commands.follow(
    new ChangesOfOthers({ market: () => events.emit('market.changed'), orders: ordered }),
  );
}

/** Adapts the contents of this node for orders. */
function storedContents({ db, settings }: NodeBase, { content }: Storage): StoredContents {
  const { records, catalogue, blocks, keys, licensed, encryptions, covers, previews } = content;
  const registrants = new FileRegistrants(db);
  const mayRegister = (sha256: Buffer, user: string): boolean => {
    const record = records.get(sha256);
    return record !== undefined && (user === ownerId || records.isOwner(record.number, user));
  };
  return {
    find: (sha256, user) => (mayRegister(sha256, user) ? catalogue.find(sha256) : undefined),
    isBlocked: (sha256) => blocks.isBlocked(sha256),
    encryptedOf: (sha256) => keys.ofPlain(sha256).map(({ encrypted }) => encrypted),
    plainOf: (sha256) => keys.find(sha256)?.plain ?? undefined,
    isEncrypted: (sha256) => keys.find(sha256) !== undefined,
    isRestricted: (sha256) => licensed.restriction(sha256) !== undefined,
    isEncryptedHere: (sha256) => keys.find(sha256)?.origin === 'author',
    encrypt: (sha256, user, registrant) => encryptions.encrypt(sha256, user, registrant),
    checkForSale: (encrypted) => encryptions.checkForSale(encrypted),
    registrantOf: (sha256) => registrants.of(sha256),
    liftRestriction: (sha256, user) => encryptions.unrestrict(sha256, user),
    coverProblem: (sha256) => covers.faultOf(sha256),
    previewProblem: (sha256, contentType) => previews.faultOf(sha256, contentType),
    publicUrl: (sha256) =>
      settings.node.public_host && contentUrl(settings.node.public_host, contentIdOf(sha256)),
  };
}

/** Returns how buyers get what this node sells. */
function saleDeliveries(
  { db, state: { commands }, settings }: NodeBase,
  { content }: Storage,
  { sharing }: SharingServices,
): MarketView['saleDeliveryOf'] {
  const delivered = new DeliveredKeyRepository(db, commands);
  return (sha256, licence) => {
    const parts = content.sold.partsOf(sha256).map(({ part }) => part);
    const shared = sharing.sharesOf([sha256, ...parts]);
    const shares = shared.get(sha256.toString('hex')) ?? [];
    const lacksPart = (host: string) =>
      parts.some(
        (part) =>
          !shared.get(part.toString('hex'))?.some((one) => one.host === host && one.state === 'shared'),
      );
    const hosts = shares
      .filter(({ state, key }) => state === 'shared' && (key === 'none' || key === 'deposited'))
      .map(({ host }) => host)
      .filter((host) => !lacksPart(host));
    const unsigned = shares.find(({ message }) => message?.reason === 'sharing.signInToShare');
    const isServed = hosts.length > 0 || settings.node.type === 'public';
    const isDelivered = licence !== undefined && delivered.has(licence);
    return {
      state: isDelivered ? 'delivered' : isServed ? 'served' : 'waiting',
      hosts,
      sign_in_host: unsigned?.host ?? null,
    };
  };
}

/** Adapts wallets connected by TON Connect. */
const connectedWallets = ({ tonConnect }: Auth): ConnectedWallets => ({
  of: (key) => parseTonAddress(tonConnect.connectionOf(key)?.address ?? ''),
  ask: (key, transaction) => tonConnect.ask(key, transaction),
});
