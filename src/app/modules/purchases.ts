import { ownerId } from '../../core/caller.ts';
import { type ConnectionKey, toConnectionDocument } from '../../features/auth/index.ts';
import { BoughtCollections } from '../../features/collections/index.ts';
import { LicenceDecisionRepository } from '../../features/market/index.ts';
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
import { chainLicencesOf } from '../chain/licence-book-adapter.ts';
import { ChangesOfOthers } from '../cluster/changes-of-others.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Auth } from './auth.ts';
import type { NodeBase } from './base.ts';
import { describeBought } from './bought-facts.ts';
import type { ChainView } from './chain-view.ts';
import type { Discovery } from './discovery.ts';
import type { Peers } from './peers.ts';
import type { Storage } from './storage/storage.ts';

export type PurchaseServices = ReturnType<typeof createPurchases>;

interface PurchaseModules {
  base: NodeBase;
  auth: Auth;
  storage: Storage;
  chain: ChainView;
  network: Peers;
  discovery: Discovery;
}

/** Creates the delivery of purchases, with the covers of bought collections and sign-ins to the hosts of keys. */
export function createPurchases(life: Lifecycle, parts: PurchaseModules) {
  const { base, network } = parts;
  const { events } = base;
  const sessions = new RemoteSignIns(base.clock);
  const bought = new BoughtCollections({
    db: base.db,
    commands: base.state.commands,
    clock: base.clock,
    onChange: () => events.emit('collections.changed'),
  });
  const rows = new DeliveryRepository(base.db, base.state.commands);
  const delivery = createDelivery(parts, { bought, rows, sessions });
  const covers = createBoughtCovers(parts, bought, rows);
  const keySignIns = createKeySignIns(parts, { sessions, delivery, stopping: life.stopping });
  events.on('collections.changed', () => covers.purchasesChanged());
  events.on('purchases.changed', () => covers.purchasesChanged());
  events.on('peers.changed', () => delivery.peersChanged(network.peers.usable().map(({ host }) => host)));
  events.on('conditions.changed', () => {
    delivery.wake();
    covers.wake();
  });
  events.on('chain.changed', () => {
    delivery.chainChanged();
    // This replica may fetch for all from now on.
    if (base.state.isReplica) covers.purchasesChanged();
  });
  events.on('market.changed', () => delivery.chainChanged());
  base.state.commands.follow(new ChangesOfOthers({ purchases: () => events.emit('purchases.changed') }));
  life.use('delivery of purchases', { stop: () => delivery.stop() });
  life.use('covers of purchases', { start: () => covers.start(), stop: () => covers.stop() });
  return { delivery, keySignIns };
}

function createDelivery(
  {
    base,
    storage: { content },
    chain: { current, records },
    network,
    discovery: { fetch, sources },
  }: PurchaseModules,
  {
    bought,
    rows,
    sessions,
  }: { bought: BoughtCollections; rows: DeliveryRepository; sessions: RemoteSignIns },
): PurchaseDelivery {
  const { db, state, events, note, clock, loggerOf } = base;
  const { peers, directory, isPaused, reportMisbehaviour } = network;
  return new PurchaseDelivery({
    rows,
    decisions: new LicenceDecisionRepository(db, state.commands),
    contents: deliveredContents({
      keys: content.keys,
      sold: content.sold,
      isBlocked: (sha256) => content.blocks.isBlocked(sha256),
      registeredCover: (encrypted) => records.byFile(encrypted)?.cover,
      collections: bought,
      hide: (sha256) => content.hidden.hide(sha256),
      describe: (sha256, facts) => describeBought(content, sha256, { ...facts, at: clock() }),
      copies: content.copies,
      openFile: (sha256) => content.catalogue.reader(content.catalogue.get(sha256)),
    }),
    chain: () => current.running && chainLicencesOf(current.running),
    isLeading: () => current.running?.isLeading() ?? false,
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
  {
    base,
    storage: { content },
    chain: { current },
    network,
    discovery: { boughtCoverFetch },
  }: PurchaseModules,
  collections: BoughtCollections,
  items: DeliveryRepository,
): BoughtCovers =>
  new BoughtCovers({
    collections,
    items,
    pictures: {
      isStored: (sha256) => content.copies.has(sha256),
      isBlocked: (sha256) => content.blocks.isBlocked(sha256),
      isCover: async (sha256) => (await content.covers.faultOf(sha256)) === undefined,
      hide: (sha256) => content.hidden.hide(sha256),
      pin: async (sha256) => {
        await content.copies.pin(sha256, true);
      },
    },
    fetch: boughtCoverFetch,
    isPaused: network.isPaused,
    isLeading: () => !base.state.isReplica || (current.running?.isLeading() ?? false),
    logger: base.loggerOf('purchases'),
  });

const createKeySignIns = (
  { auth, chain: { current }, network: { peers, directory } }: PurchaseModules,
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
