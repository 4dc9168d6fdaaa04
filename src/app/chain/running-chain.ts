import type { NodeNotification } from '../../contract/node-notifications.ts';
import type { Settings } from '../../contract/settings.ts';
import { ownerId } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import { platformAddress } from '../../features/chain/addresses.ts';
import { createChainClient } from '../../features/chain/client/chain-client.ts';
import {
  minPrice,
  purchaseAmount,
  registerAmount,
  royaltyOf,
  wholeShare,
} from '../../features/chain/contracts/amounts.ts';
import {
  type EmbeddedChainAccess,
  openEmbeddedChain,
} from '../../features/chain/embedded/open-embedded-chain.ts';
import { ChainIndexRepository } from '../../features/chain/indexer/chain-index-repository.ts';
import { Indexer } from '../../features/chain/indexer/indexer.ts';
import { ChainPlatformRepository } from '../../features/chain/indexer/platform-repository.ts';
import { proveWallet } from '../../features/chain/wallet-proof.ts';
import {
  practiceWallet,
  type OwnWallet as SigningKeys,
  serviceWallet,
} from '../../features/chain/wallets/own-wallet.ts';
import type { ServiceKeys } from '../../features/chain/wallets/service-keys.ts';
import { shownBalances } from '../../features/chain/wallets/shown-balances.ts';
import { ChainMarket } from '../../features/market/chain-market.ts';
import { Earnings } from '../../features/market/earnings.ts';
import { GivenLicences } from '../../features/market/given-licences.ts';
import type { MarketView, OwnWallet } from '../../features/market/market-responses.ts';
import { MarketDesk } from '../../features/market/market-service.ts';
import { ChainEarningsRepository } from '../../features/market/repository/earnings-repository.ts';
import { LicenceDecisionRepository } from '../../features/market/repository/licence-decisions.ts';
import { ChainLicenceRepository } from '../../features/market/repository/licence-repository.ts';
import { ChainMarketRepository } from '../../features/market/repository/market-repository.ts';
import { TradeNews } from '../../features/monitoring/trade-news.ts';
import { type ChosenPlatform, choosePlatform } from '../../features/orders/choose-platform.ts';
import { createOrders } from '../../features/orders/create-orders.ts';
import type { ConnectedWallets, StoredContents, WalletHolder } from '../../features/orders/order-context.ts';
import { isTestOnly } from '../../features/orders/order-responses.ts';
import { IntentRepository } from '../../features/orders/repository/order-repository.ts';
import type { SigningWallet } from '../../features/sharing/open-session.ts';
import type { Db } from '../../platform/sqlite/database.ts';

export type LiveNetwork = Exclude<Settings['chain']['network'], 'off'>;

/** Which chain, and whose platform on it. */
export interface FollowedChain {
  network: LiveNetwork;
  /** Where it is asked; an embedded one without it runs inside this node. */
  endpoint?: string | undefined;
  apiKey?: string | undefined;
  masterAddress?: string | undefined;
  /** The platform of the practice network. */
  adopted?: NamedPlatform | undefined;
}

/** A platform, in any form, and the host of the node that named it. */
export interface NamedPlatform {
  address: string;
  host: string;
}

/** What the rest of the node supplies to whatever chain is followed. */
export interface ChainSurroundings {
  db: Db;
  nodeSecret: Buffer;
  walletKeys: ServiceKeys;
  /** The journal of an embedded chain. */
  embeddedFile: string;
  limits: () => Settings['chain'];
  contents: StoredContents;
  /** Where a stored file is on this node; null: it is not here. */
  urlOf: (sha256: Buffer) => string | null;
  coverUrlOf: MarketView['coverUrlOf'];
  /** How what a licence opens comes to this node. */
  deliveryOf: MarketView['deliveryOf'];
  /** The wallet that a user has proven and uses. */
  walletOf: (user: string) => RawAddress | undefined;
  /** All that the owner ever proved. */
  ownersWallets: () => RawAddress[];
  connected: ConnectedWallets;
  ownersConnection: WalletHolder;
  metadataUrl: () => string;
  /** By its owner, or as it was asked for here; within the database transaction that has it in the index. */
  onRegistered: (sha256: Buffer, owner: RawAddress) => void;
  /** A sale of the owner's, or a purchase. */
  onTrade: (news: NodeNotification) => void;
  /** A wallet of the owner has a licence that nobody ordered here, and no other one waits for a decision. */
  onGiven: () => void;
  onMarket: () => void;
  onOrders: () => void;
  onState: () => void;
  clock: Clock;
  logger: Logger;
}

/** Of the metadata of a content with a page of description. */
const usualCells = 32;

/** How often a chain is asked that does not push: TON makes a block in five seconds. */
const pollMs = { embedded: 1000, testnet: 5000, mainnet: 5000 };

export type RunningChain = Awaited<ReturnType<typeof runChain>>;

/**
 * Follows one chain: what is on it is indexed, what is ordered is sent. Loads the libraries of the chain.
 * @param named by a public node of the person's choice: it is followed unless this node's own platform has contents
 */
export async function runChain(
  followed: FollowedChain,
  named: NamedPlatform | undefined,
  node: ChainSurroundings,
) {
  const { embeddedFile: file, logger } = node;
  const isInside = followed.network === 'embedded' && followed.endpoint === undefined;
  const embedded = isInside ? await openEmbeddedChain({ file, logger }) : undefined;
  try {
    return await runOn(embedded, followed, named, node);
  } catch (error) {
    await embedded?.close();
    throw error;
  }
}

/** @param embedded the chain inside this node, where that is followed */
async function runOn(
  embedded: EmbeddedChainAccess | undefined,
  followed: FollowedChain,
  named: NamedPlatform | undefined,
  node: ChainSurroundings,
) {
  const { network } = followed;
  const { db, clock, logger, onOrders, onMarket, onState } = node;
  const client = await createChainClient({ ...followed, embedded: embedded?.transport });
  const chain = client.ton;

  const service = await serviceWallet(node.walletKeys, network);
  const practice = network === 'embedded' ? practiceWallet(node.nodeSecret) : undefined;
  const platforms = new ChainPlatformRepository(db);
  const contents = new ChainMarketRepository(db);
  const own = platformAddress(service.address).toRawString();
  const hasContents = () => contents.count({ platform: platforms.idOf(network, own) }) > 0;
  const platform: ChosenPlatform = choosePlatform({
    configured: followed.masterAddress,
    adopted: followed.adopted ?? (named && hasContents() ? undefined : named),
    own,
  });

  const intents = new IntentRepository(db, { network, platform: platform.address });
  const licences = new ChainLicenceRepository(db);
  const indexer = new Indexer({
    ...{ network, platform: platform.address, client: chain, platforms, clock, logger },
    index: new ChainIndexRepository(db),
    onEvent: (event) => {
      const isOurs = orders.settle(event);
      trades.note(event, isOurs);
      gifts.note(event, isOurs && orders.isOwners(event));
      if (event.type !== 'content_registered' || !event.sha256) return;
      if (isOurs || event.sender === event.owner) node.onRegistered(event.sha256, event.owner);
    },
    onReplaced: () => {
      orders.startAnew();
      onMarket();
    },
    onChange: () => {
      trades.tell();
      expire();
      onMarket();
      onOrders();
      onState();
    },
    pollMs: pollMs[network],
  });
  /** Nobody waits for it: a full disk must not end the process. */
  const expire = () => {
    try {
      orders.expire(indexer.state().completeUntil);
    } catch (error) {
      logger.error({ err: error }, 'orders whose time is over could not be ended');
    }
  };
  const market = new ChainMarket(contents, licences, indexer.platformId, (sha256) =>
    node.contents.isMadeHere(sha256) ? intents.registrationOf(sha256) : undefined,
  );
  const faucet = embedded?.faucet ?? (network === 'embedded' ? faucetOf(followed.endpoint ?? '') : undefined);
  const orders = createOrders({
    ...{ network, platform, chain, intents, market, faucet, clock, logger },
    ...{ serviceWallet: service, practiceWallet: practice, pollMs: pollMs[network] },
    limits: node.limits,
    contents: node.contents,
    connected: node.connected,
    ownersWallet: node.ownersConnection,
    walletOf: node.walletOf,
    metadataUrl: node.metadataUrl,
    indexFailure: () => {
      const { status, message } = indexer.state();
      return status === 'unavailable' ? message : null;
    },
    onChange: () => {
      onOrders();
      onState();
    },
  });

  /** By which this node signs in elsewhere. */
  const signer = (wallet: SigningKeys): [RawAddress, SigningWallet] => [
    wallet.raw,
    {
      address: async () => formatTonAddress(wallet.raw, { bounceable: false, testOnly: isTestOnly(network) }),
      prove: (request) => proveWallet(wallet, request),
    },
  ];

  const wallets = (): OwnWallet[] => {
    const connected = node.connected.of(node.ownersConnection);
    const own: OwnWallet[] = [
      { address: service.raw, payer: 'service_wallet' },
      ...(practice ? [{ address: practice.raw, payer: 'practice_wallet' as const }] : []),
      ...(connected === undefined ? [] : [{ address: connected, payer: 'wallet' as const }]),
    ];
    const known = new Set(own.map(({ address }) => address));
    const proven = node.ownersWallets().filter((address) => !known.has(address));
    return [...own, ...proven.map((address) => ({ address, payer: null }))];
  };

  const trades = new TradeNews({
    contentAt: (address) => market.byAddress(address),
    isOwn: (wallet) => wallets().some(({ address }) => address === wallet),
    testOnly: isTestOnly(network),
    tell: node.onTrade,
    clock,
  });

  const decisions = new LicenceDecisionRepository(db);
  const gifts = new GivenLicences({
    decisions,
    platform: indexer.platformId,
    owners: () => wallets().map(({ address }) => address),
    onGiven: node.onGiven,
  });

  const onNews = () => {
    indexer.poke();
    orders.wake();
  };
  const unfollow = [embedded?.onBlock(onNews), embedded?.onState(onNews)];
  let expiry: NodeJS.Timeout | undefined;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  return {
    network,
    platform,
    chain,
    indexer,
    keeper: orders.platform,
    market,
    wallets,
    signers: new Map([signer(service), ...(practice ? [signer(practice)] : [])]),
    orders,
    faucet,
    embedded,
    endpoint: client.endpoint,
    testOnly: isTestOnly(network),
    /** Whether this node's own platform has contents, or is about to have some, as far as can be told. */
    isUsed: () => indexer.state().status !== 'ok' || hasContents() || intents.inHand(service.raw).length > 0,
    balanceOf: shownBalances(chain, logger),
    costs,
    earnings: new Earnings(new ChainEarningsRepository(db), indexer.platformId, () =>
      wallets().map(({ address }) => address),
    ),
    marketDesk: new MarketDesk({
      market: contents,
      licences,
      decisions,
      platform: indexer.platformId,
      view: () => ({
        testOnly: isTestOnly(network),
        own: wallets(),
        urlOf: node.urlOf,
        coverUrlOf: node.coverUrlOf,
        offerBought: (licence) => intents.offerBought(ownerId, licence),
        deliveryOf: node.deliveryOf,
        decisionOf: (licence) => decisions.of(indexer.platformId, licence),
      }),
    }),
    start: () => {
      indexer.start();
      orders.wake();
      // The index tells only of changes; that nothing came in time is none.
      expiry = setInterval(expire, 15_000);
    },
    /** Resolves when a node that is alone on its chain has its market there, or when this has ended. */
    ready: async () => {
      if (embedded && platform.source === 'own') await Promise.race([orders.platform.deployed, ended]);
    },
    stop: async () => {
      end();
      clearInterval(expiry);
      for (const stopFollowing of unfollow) stopFollowing?.();
      // A chain that does not answer is not waited for: what was under way is written down.
      client.close();
      try {
        indexer.stop();
      } finally {
        await orders.stop();
        await embedded?.close();
      }
    },
  };
}

const costs = {
  register: registerAmount(usualCells).toString(),
  purchase: purchaseAmount(0n).toString(),
  least_price: minPrice.toString(),
  resale_share: Number(royaltyOf(BigInt(wholeShare))),
};

/** The faucet of an embedded chain that another process serves. */
function faucetOf(endpoint: string): EmbeddedChainAccess['faucet'] {
  return async (address, nanoTon) => {
    const { askFaucet } = await import('../../features/chain/client/ask-faucet.ts');
    await askFaucet(endpoint, address, nanoTon);
  };
}
