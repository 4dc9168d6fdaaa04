import type { ProofRequest } from '../../features/chain/index.ts';
import { LicenceDecisionRepository } from '../../features/market/index.ts';
import { WalletSessions } from '../../features/public-nodes/index.ts';
import { DeliveryRepository, deliveredContents, PurchaseDelivery } from '../../features/purchases/index.ts';
import { ShareHostRepository, ShareRepository, SharingService } from '../../features/sharing/index.ts';
import { encryptedShares } from '../chain/encrypted-shares-adapter.ts';
import { chainLicencesOf } from '../chain/licence-book-adapter.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Base } from './base.ts';
import type { ChainView } from './chain-view.ts';
import type { Discovery } from './discovery.ts';
import type { Peers } from './peers.ts';
import type { Storage } from './storage.ts';

export type SharingServices = ReturnType<typeof createSharing>;

/** Creates publishing on other nodes, and purchase delivery. */
export function createSharing(
  life: Lifecycle,
  base: Base,
  storage: Storage,
  chain: ChainView,
  network: Peers,
  discovery: Discovery,
) {
  const { events } = base;
  const wallet = signingWallet(base);
  const sharing = createPublishing(base, storage, chain, network, wallet);
  const delivery = createDelivery(base, storage, chain, network, discovery);
  events.on('content.changed', () => sharing.contentsChanged());
  events.on('content.restricted', (sha256) => sharing.withdrawPlain(sha256));
  events.on('peers.changed', () => {
    sharing.peersChanged();
    delivery.peersChanged(network.peers.usable().map(({ host }) => host));
  });
  events.on('conditions.changed', () => {
    sharing.wake();
    delivery.wake();
  });
  events.on('chain.changed', () => delivery.chainChanged());
  events.on('market.changed', () => {
    delivery.chainChanged();
    sharing.chainChanged();
  });
  life.use('sharing', { start: () => sharing.start(), stop: () => sharing.stop() });
  life.use('delivery of purchases', { stop: () => delivery.stop() });
  return { sharing, delivery, wallet };
}

type SigningWallet = ReturnType<typeof signingWallet>;

/** Signs in to other nodes with the fee wallet, so that the identity on other nodes stays the same in practice mode. */
const signingWallet = ({ walletKeys, settings: { chain } }: Base) => ({
  address: async () => {
    const { nodeAddresses } = await import('../../features/chain/addresses.ts');
    return (await nodeAddresses(walletKeys, chain.network)).node_address;
  },
  prove: async (request: ProofRequest) => {
    const { proveFeeWallet } = await import('../../features/chain/wallet-proof.ts');
    return proveFeeWallet(walletKeys, chain.network, request);
  },
});

const createPublishing = (
  { db, nodeSecret, events, note, clock, loggerOf }: Base,
  { content }: Storage,
  { current }: ChainView,
  { peers, repository, up, isPaused }: Peers,
  wallet: SigningWallet,
): SharingService =>
  new SharingService({
    shares: new ShareRepository(db),
    hosts: new ShareHostRepository(db),
    peers: repository,
    contents: {
      find: (sha256) => content.records.get(sha256),
      read: (out, sha256, range) => content.catalogue.sendTo(out, content.catalogue.get(sha256), range),
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

const createDelivery = (
  { db, events, clock, loggerOf }: Base,
  { content }: Storage,
  { current }: ChainView,
  { peers, repository, isPaused, reportMisbehaviour }: Peers,
  { fetch, sources }: Discovery,
): PurchaseDelivery =>
  new PurchaseDelivery({
    rows: new DeliveryRepository(db),
    decisions: new LicenceDecisionRepository(db),
    contents: deliveredContents({
      keys: content.keys,
      copies: content.copies,
      openFile: (sha256) => content.catalogue.reader(content.catalogue.get(sha256)),
    }),
    chain: () => current.running && chainLicencesOf(current.running),
    fetch,
    sessions: new WalletSessions(clock),
    sources,
    peers: repository,
    connection: peers.connection,
    isPaused,
    onMisbehaviour: reportMisbehaviour,
    onChange: () => events.emit('library.changed'),
    clock,
    logger: loggerOf('purchases'),
  });
