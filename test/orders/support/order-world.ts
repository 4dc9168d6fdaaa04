import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Address, type Cell } from '@ton/core';
import { contentIdOf } from '../../../src/core/content-id.ts';
import { createLogger } from '../../../src/core/log/logger.ts';
import { platformAddress } from '../../../src/features/chain/addresses.ts';
import { createChainClient } from '../../../src/features/chain/client/chain-client.ts';
import { ChainFees } from '../../../src/features/chain/fees/chain-fees.ts';
import type { ChainEvent } from '../../../src/features/chain/indexer/chain-event.ts';
import { ChainIndexRepository } from '../../../src/features/chain/indexer/chain-index-repository.ts';
import { ChainPlatformRepository } from '../../../src/features/chain/indexer/platform-repository.ts';
import { StoreIndexer } from '../../../src/features/chain/indexer/store-indexer.ts';
import { FeeWalletKeys } from '../../../src/features/chain/wallets/fee-wallet-keys.ts';
import { feeWallet, type OwnWallet, practiceWallet } from '../../../src/features/chain/wallets/own-wallet.ts';
import { WalletKeyRepository } from '../../../src/features/chain/wallets/wallet-key-repository.ts';
import { ChainLicenceRepository } from '../../../src/features/market/repository/licence-repository.ts';
import { ChainMarketRepository } from '../../../src/features/market/repository/market-repository.ts';
import { createOrders, type OrdersOptions } from '../../../src/features/orders/create-orders.ts';
import { DeliveryRecipients } from '../../../src/features/orders/delivery-recipients.ts';
import type { ConnectedWallets, Market } from '../../../src/features/orders/order-context.ts';
import { OrderRepository } from '../../../src/features/orders/repository/order-repository.ts';
import { type ChainHere, openChainInThisThread } from '../../chain/embedded/chain-in-this-thread.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';
import { randomKey } from '../../support/random-bytes.ts';

export const ton = 1_000_000_000n;
export const sha256Of = (text: string): Buffer => createHash('sha256').update(text).digest();
export const idOf = (text: string): string => contentIdOf(sha256Of(text));

export interface WorldOptions
  extends Partial<
    Pick<
      OrdersOptions,
      'clock' | 'limits' | 'walletOf' | 'unprovenWalletOf' | 'connected' | 'network' | 'platformMetadata'
    >
  > {
  /** Data folder of the node; created if not given. */
  folder?: string;
  /** An existing chain, which several nodes share. */
  embedded?: ChainHere;
  nodeSecret?: Buffer;
  /** Replaces the configuration of the chain. */
  configParameter?: (number: number) => Promise<Cell>;
  /** Whether the fee wallet receives test money. */
  hasFaucet?: boolean;
  /** A proxy between the node and its chain. */
  onChain?: (chain: OrdersOptions['chain']) => OrdersOptions['chain'];
  /** A second service, which must confirm what the first one reports. */
  onSecond?: (chain: OrdersOptions['chain']) => OrdersOptions['chain'];
  /** Called before the platform is searched. */
  onStart?: (made: { embedded: ChainHere; service: OwnWallet }) => Promise<void>;
  onRepository?: (orderRepository: OrderRepository) => OrderRepository;
  beforeEvent?: () => void;
  /** @param isOwners whether the owner of the node ordered it */
  onEvent?: (event: ChainEvent, isOwners: boolean) => void;
  adopted?: { address: string; source: string };
  /** Whether encryption results in other bytes. */
  encrypts?: boolean;
}

const noWallets: ConnectedWallets = { of: () => undefined, ask: () => undefined };
const logger = createLogger(process.env.ORDERS_LOG ? 'debug' : 'silent');

/** Opens the embedded chain of a folder. */
export const openChain = (folder: string): ChainHere => openChainInThisThread(join(folder, 'blocks'));

/** Opens the services of a node for orders, with a real database, index and chain. Any text counts as stored here. */
export async function openOrderWorld(options: WorldOptions = {}) {
  const {
    folder = temporaryFolder(),
    nodeSecret = randomKey(),
    clock = Date.now,
    network = 'embedded',
    hasFaucet = true,
  } = options;
  const embedded = options.embedded ?? openChain(folder);
  const client = await createChainClient({ network: 'embedded', embedded: embedded.transport });
  const db = openTestDatabase(join(folder, 'alcove.db'));
  const keys = new FeeWalletKeys(nodeSecret, new WalletKeyRepository(db));
  const service = await feeWallet(keys, network);
  const practice = practiceWallet(nodeSecret);
  const platform = options.adopted ?? {
    address: platformAddress(service.address).toRawString(),
    source: 'own',
  };
  const scoped = new OrderRepository(db, { network, platform: platform.address });
  const orderRepository = options.onRepository?.(scoped) ?? scoped;
  const recipients = new DeliveryRecipients({
    nodeSecret,
    network,
    countOf: (scope) => orderRepository.countForLicence(scope),
  });
  const contents = new ChainMarketRepository(db);
  const licences = new ChainLicenceRepository(db);

  const waiting = new Set<() => void>();
  const changed = () => {
    for (const check of [...waiting]) check();
  };
  const indexer = new StoreIndexer({
    network,
    platform: platform.address,
    client: client.ton,
    platforms: new ChainPlatformRepository(db),
    index: new ChainIndexRepository(db),
    onEvent: (event) => {
      options.beforeEvent?.();
      const isOurs = orders.settle(event);
      options.onEvent?.(event, isOurs && orders.isOwners(event));
    },
    onWipe: () => orders.resetForNewChain(),
    onReplaced: () => orders.chainReplaced(),
    onChange: () => changed(),
    clock,
    logger,
  });
  const id = indexer.platformId;
  const market: Market = {
    byFile: (sha256) => contents.byFile(id, sha256),
    byAddress: (address) => contents.byAddress(id, address),
    licence: (address) => {
      const licence = licences.byAddress(id, address);
      const content = licence && contents.byIds([licence.content]).get(licence.content);
      return content && { licence, content };
    },
    licencesOf: (content, owner) => licences.holdings([content.id], [owner]),
  };
  const stored = new Map<string, { size: number; contentType: string }>();
  const blocked = new Set<string>();
  const encryptedFiles: { plain: Buffer; sha256: Buffer }[] = [];
  const orders = createOrders({
    network,
    platform,
    store: indexer,
    chain: options.onChain?.(client.ton) ?? client.ton,
    second: options.onSecond?.(client.ton),
    fees: new ChainFees({
      configParameter: options.configParameter ?? client.configParameter,
      clock,
    }),
    orders: orderRepository,
    recipients,
    market,
    contents: {
      find: (sha256) => stored.get(sha256.toString('hex')),
      isBlocked: (sha256) => blocked.has(sha256.toString('hex')),
      encryptedOf: (plain) =>
        encryptedFiles.filter((one) => one.plain.equals(plain)).map(({ sha256 }) => sha256),
      plainOf: (encrypted) => encryptedFiles.find(({ sha256 }) => sha256.equals(encrypted))?.plain,
      isEncrypted: () => false,
      isRestricted: () => false,
      isEncryptedHere: () => false,
      // Replaces the encryption, because orders do not read files.
      encrypt: async (plain) => {
        const file = stored.get(plain.toString('hex')) ?? { size: 0, contentType: '' };
        const sha256 = options.encrypts ? sha256Of(`encrypted ${plain.toString('hex')}`) : plain;
        if (options.encrypts) {
          encryptedFiles.push({ plain, sha256 });
          stored.set(sha256.toString('hex'), file);
        }
        return { ...file, sha256, keyHash: Buffer.alloc(32, 7) };
      },
      checkForSale: () => {},
      registrantOf: () => undefined,
      liftRestriction: async () => {},
      coverProblem: async () => undefined,
      previewProblem: () => undefined,
      publicUrl: () => undefined,
    },
    feeWallet: service,
    practiceWallet: practice,
    faucet: hasFaucet ? embedded.faucet : undefined,
    connected: noWallets,
    ownersWallet: { user: 'owner', sessionId: 'dashboard' },
    walletOf: () => undefined,
    unprovenWalletOf: () => undefined,
    limits: () => ({ sponsor_registrations: false, sponsor_daily_limit: '0', token_daily_limit: '0' }),
    platformMetadata: options.platformMetadata ?? (() => ({ url: 'https://node.example/metadata.json' })),
    indexFailure: () => indexer.state().message,
    pollMs: 200,
    clock,
    logger,
    onChange: () => changed(),
    ...Object.fromEntries(
      Object.entries(options).filter(([name]) =>
        ['clock', 'limits', 'walletOf', 'unprovenWalletOf', 'connected'].includes(name),
      ),
    ),
  });
  const unfollow = embedded.onBlock(() => {
    indexer.poke();
    orders.wake();
  });
  await options.onStart?.({ embedded, service });
  indexer.start();
  orders.wake();

  const world = {
    folder,
    nodeSecret,
    embedded,
    db,
    orders,
    orderRepository,
    recipients,
    market,
    indexer,
    service,
    practice,
    blocked,
    encryptedFiles,
    platform,
    orderService: orders.service,
    web: orders.web,
    ton: client.ton,
    configParameter: client.configParameter,
    store: (text: string, contentType = 'audio/mpeg') =>
      void stored.set(sha256Of(text).toString('hex'), { size: text.length, contentType }),
    balance: (address: string) => client.ton.getBalance(Address.parse(address)),
    /** Resolves with the result of `read` when that is truthy. */
    until: <T>(read: () => T | undefined | false | null): Promise<T> =>
      new Promise((resolve, reject) => {
        const again = () => {
          try {
            const found = read();
            if (found === undefined || found === false || found === null) return;
            resolve(found);
          } catch (error) {
            reject(error);
          }
          waiting.delete(again);
          clearInterval(timer);
        };
        // Also repeated at an interval, because some states that tests check have no event.
        const timer = setInterval(again, 50);
        waiting.add(again);
        again();
      }),
    /** Resolves with the order when it has ended. */
    settled: (queryId: string) =>
      world.until(() => {
        const order = orderRepository.get(queryId);
        return order?.state !== 'open' && order;
      }),
    /** Resolves when the index contains everything that is on the chain now. */
    indexed: async () => {
      await indexer.now();
    },
    stop: async () => {
      unfollow();
      await orders.stop();
      await indexer.stop();
      client.close();
      db.close();
      if (!options.embedded) await embedded.close();
    },
  };
  return world;
}

export type OrderWorld = Awaited<ReturnType<typeof openOrderWorld>>;

/** Returns the request of a web client to publish a text. */
export const publication = (text: string, changes: object = {}) => ({
  title: `Song ${text}`,
  authors: ['Ada'],
  content: idOf(text),
  image: '' as const,
  description: '',
  price: ton.toString(),
  resaleLicensePrice: '0',
  allowResale: false,
  royaltyParams: [],
  ...changes,
});

/** Returns the input of a user to publish a text that is stored here. */
export const registration = (text: string, changes: object = {}) => ({
  kind: 'register' as const,
  pay_with: 'practice_wallet' as const,
  content_id: idOf(text),
  title: `Song ${text}`,
  description: 'By the sea',
  authors: ['Ada'],
  hashtags: ['summer'],
  price: ton.toString(),
  resale_price: (2n * ton).toString(),
  allow_resale: true,
  downloadable: true,
  royalties: [],
  ...changes,
});
