import { shareDenominator } from '../../contract/revenue-split.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import {
  ChainIndexRepository,
  createChainClient,
  type EmbeddedChainAccess,
  minPrice,
  openEmbeddedChain,
  purchaseAmount,
  registerAmount,
  resaleRoyaltyOf,
  usualMetadataCells,
  zerostates,
} from '../../features/chain/index.ts';
import {
  ChainFees,
  createBalanceReader,
  createWalletAccounts,
  FormerPlatforms,
  lookUpLicenceOwner,
  StoreIndexer,
} from '../../features/chain/runtime.ts';
import { type ChainMarket, GivenLicences } from '../../features/market/index.ts';
import { TradeNotifier } from '../../features/monitoring/index.ts';
import { isTestOnly } from '../../features/orders/index.ts';
import { createOrders } from '../../features/orders/runtime.ts';
import type { ChainDependencies, FollowedChain, NamedPlatform } from './chain-dependencies.ts';
import { ChainEventForwarder } from './chain-event-forwarder.ts';
import { createEarnings, createMarket, createMarketService } from './chain-market.ts';
import { createRun } from './chain-run.ts';
import { type NodeWallets, openNodeWallets } from './node-wallets.ts';
import { openRows, type PlatformRows } from './platform/platform-repositories.ts';

/** Polling interval of a chain without push; TON creates a block every five seconds. */
const pollMs = { embedded: 1000, testnet: 5000, mainnet: 5000 };

const costs = {
  register: registerAmount(usualMetadataCells).toString(),
  purchase: purchaseAmount(0n).toString(),
  least_price: minPrice.toString(),
  resale_share: Number(resaleRoyaltyOf(BigInt(shareDenominator))),
};

export type RunningChain = Awaited<ReturnType<typeof runChain>>;

/**
 * Follows one chain: indexes it and sends orders. Loads the TON libraries.
 * @param named platform of a public node that the owner added; it is followed unless this node's own platform has
 * contents
 */
export async function runChain(
  followed: FollowedChain,
  named: NamedPlatform | undefined,
  node: ChainDependencies,
  signal: AbortSignal,
) {
  const { embeddedFile: file, logger } = node;
  const isInside = followed.network === 'embedded' && followed.endpoints.length === 0;
  const embedded = isInside ? await openEmbeddedChain({ file, logger, signal }) : undefined;
  try {
    return await runOn(embedded, followed, named, node);
  } catch (error) {
    await embedded?.close();
    throw error;
  }
}

/** @param embedded the chain inside this node, if that is followed */
async function runOn(
  embedded: EmbeddedChainAccess | undefined,
  followed: FollowedChain,
  named: NamedPlatform | undefined,
  node: ChainDependencies,
) {
  const { network } = followed;
  const client = await connect(embedded, followed);
  const wallets = await openNodeWallets(node, network);
  const rows = await openRows(node, followed, named, wallets);
  const { platform, orderRepository, job } = rows;
  const forwarder = new ChainEventForwarder(node, () => job.isLeading);
  const indexer = createIndexer(node, followed, rows, client, forwarder);
  const market = createMarket(node, rows, indexer.platformId);
  const earnings = createEarnings(node, indexer, wallets);
  const faucet = embedded?.faucet ?? faucetOf(followed);
  const parts = { rows, wallets, indexer, market, faucet, client };
  const orders = createChainOrders(node, followed, parts);
  forwarder.connect({ indexer, orders, ...createNews(node, followed, parts) });
  return {
    network,
    platform,
    client,
    chain: client.ton,
    /** Reads the owner of a licence from its contract. */
    licenceOwner: (content: RawAddress, licence: RawAddress) =>
      lookUpLicenceOwner({ chain: client.ton, second: client.second }, content, licence),
    indexer,
    isLeading: () => job.isLeading,
    platformDeployer: orders.platform,
    market,
    wallets: wallets.list,
    signers: wallets.signers,
    recipients: rows.recipients,
    orders,
    faucet,
    embedded,
    endpoint: client.endpoint,
    zerostate: client.zerostate,
    testOnly: isTestOnly(network),
    /** Returns the confirmed purchases of a user for unproven wallets. @param content the address of the content */
    unprovenPurchases: (user: string, content: RawAddress) =>
      orderRepository.unprovenPurchases(user, content),
    /** Returns whether this node's own platform has contents or pending registrations, as far as known. */
    isUsed: () =>
      indexer.state().status !== 'ok' ||
      rows.hasContents() ||
      orderRepository.unsettledOf(wallets.fee.raw).length > 0,
    balanceOf: createBalanceReader(client.ton, node.logger),
    walletAccounts: createWalletAccounts(client.ton, client.second),
    costs,
    earnings,
    marketService: createMarketService(node, followed, { rows, wallets, indexer, earnings }),
    ...createRun(node, {
      ...{ embedded, client, indexer, orders, forwarder, job },
      isOwn: platform.source === 'own',
    }),
  };
}

const connect = (embedded: EmbeddedChainAccess | undefined, followed: FollowedChain): Promise<ChainClient> =>
  createChainClient({
    ...followed,
    zerostate:
      followed.zerostate ?? (followed.network === 'embedded' ? undefined : zerostates[followed.network]),
    embedded: embedded?.transport,
  });

type ChainClient = Awaited<ReturnType<typeof createChainClient>>;

const createIndexer = (
  { db, clock, logger }: ChainDependencies,
  { network }: FollowedChain,
  { platform, platforms, job }: PlatformRows,
  { ton: client, second }: ChainClient,
  forwarder: ChainEventForwarder,
): StoreIndexer =>
  new StoreIndexer({
    network,
    platform: platform.address,
    client,
    second,
    platforms,
    index: new ChainIndexRepository(db),
    onEvent: (event) => forwarder.onEvent(event),
    onEvents: (events) => forwarder.onEvents(events),
    onWipe: () => forwarder.onWipe(),
    onReplaced: () => forwarder.onReplaced(),
    isLeading: () => job.isLeading,
    onChange: () => forwarder.onChange(),
    pollMs: pollMs[network],
    clock,
    logger,
  });

interface OrderServices {
  rows: PlatformRows;
  wallets: NodeWallets;
  indexer: StoreIndexer;
  market: ChainMarket;
  faucet: EmbeddedChainAccess['faucet'] | undefined;
  client: ChainClient;
}

const createChainOrders = (
  node: ChainDependencies,
  { network }: FollowedChain,
  { rows, wallets, indexer, market, faucet, client }: OrderServices,
) =>
  createOrders({
    network,
    platform: rows.platform,
    store: indexer,
    chain: client.ton,
    second: client.second,
    fees: new ChainFees({ configParameter: client.configParameter, clock: node.clock }),
    orders: rows.orderRepository,
    recipients: rows.recipients,
    market,
    faucet,
    feeWallet: wallets.fee,
    practiceWallet: wallets.practice,
    pollMs: pollMs[network],
    limits: node.limits,
    contents: node.contents,
    connected: node.connected,
    ownersWallet: node.ownersConnection,
    walletOf: node.walletOf,
    platformMetadata: node.platformMetadata,
    unprovenWalletOf: node.unprovenWalletOf,
    indexFailure: () => {
      const { status, message } = indexer.state();
      return status === 'unavailable' ? message : null;
    },
    clock: node.clock,
    logger: node.logger,
    isLeading: () => rows.job.isLeading,
    onChange: () => {
      node.onOrders();
      node.onState();
    },
  });

/** Creates the notifications of market events. */
function createNews(
  node: ChainDependencies,
  { network }: FollowedChain,
  { rows, wallets, indexer, market, client }: Omit<OrderServices, 'faucet'>,
): { trades: TradeNotifier; gifts: GivenLicences; former: FormerPlatforms } {
  const trades = new TradeNotifier({
    contentAt: (address) => market.byAddress(address),
    isOwn: (wallet) => wallets.list().some(({ address }) => address === wallet),
    testOnly: isTestOnly(network),
    notify: node.onTrade,
    clock: node.clock,
  });
  const gifts = new GivenLicences({
    decisions: rows.decisions,
    platform: indexer.platformId,
    owners: () => wallets.list().map(({ address }) => address),
  });
  const former = new FormerPlatforms({
    network,
    platform: indexer.platformId,
    platforms: rows.platforms,
    chain: client.ton,
    onEnd: node.onFormerPlatform,
    logger: node.logger,
  });
  return { trades, gifts, former };
}

/** Returns the faucet of an embedded chain in another process; undefined for other chains. */
function faucetOf({
  network,
  endpoints: [endpoint = ''],
}: FollowedChain): EmbeddedChainAccess['faucet'] | undefined {
  if (network !== 'embedded') return undefined;
  return async (address, nanoTon) => {
    const { askFaucet } = await import('../../features/chain/client/ask-faucet.ts');
    await askFaucet(endpoint, address, nanoTon);
  };
}
