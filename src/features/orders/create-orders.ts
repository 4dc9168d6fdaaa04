import type { OrderKind } from '../../contract/dashboard-api/orders.ts';
import type { Message } from '../../contract/messages/message.ts';
import { ownerId } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainAccess, ChainEvent, OwnWallet } from '../chain/index.ts';
import type { DeliveryRecipients } from './delivery-recipients.ts';
import { ContractFees } from './drafts/contract-fees.ts';
import { LateOrders } from './late-orders.ts';
import type { OrderRecord, RegistrationToShare } from './order.ts';
import type {
  ConnectedWallets,
  FollowedPlatforms,
  Market,
  OrderFees,
  OrderSettings,
  StoredContents,
  WalletConnectionKey,
} from './order-context.ts';
import { OrderService } from './order-service.ts';
import { Outbox } from './outbox/outbox.ts';
import type { NodeWallet, Payers } from './payers.ts';
import type { ChosenPlatform } from './platform/choose-platform.ts';
import type { PlatformMetadata } from './platform/platform-texts.ts';
import { PlatformDeployer } from './platform-deployer.ts';
import type { OrderRepository } from './repository/order-repository.ts';
import { settlingEvent } from './settling-event.ts';
import { type WalletNetwork, WalletRequests } from './wallet-requests.ts';
import { WebOrderService } from './web-order-service.ts';

export interface OrdersOptions extends OrderSettings {
  network: WalletNetwork;
  platform: ChosenPlatform;
  /** That platform and its successors. */
  store: FollowedPlatforms;
  chain: ChainAccess;
  /** Another service that has to confirm the responses of the chain; undefined: no confirmation. */
  second?: ChainAccess | undefined;
  fees: OrderFees;
  /** Derives the delivery recipients of purchases. */
  recipients: DeliveryRecipients;
  orders: OrderRepository;
  market: Market;
  contents: StoredContents;
  /** The node's fee wallet. */
  feeWallet: OwnWallet;
  /** Only on the embedded chain. */
  practiceWallet?: OwnWallet | undefined;
  /** Creates test money; only on the embedded chain. */
  faucet?: ((address: string, nanoTon: bigint) => Promise<void>) | undefined;
  connected: ConnectedWallets;
  /** The dashboard's own connection to the owner's wallet. */
  ownersWallet: WalletConnectionKey;
  /** Returns the wallet in use that a user has proven. */
  walletOf: (user: string) => RawAddress | undefined;
  /** Returns the wallet in use that a user named without a proof. */
  unprovenWalletOf: (user: string) => RawAddress | undefined;
  /** Returns the metadata that this node's platform should have. */
  platformMetadata: () => PlatformMetadata;
  /** Returns the reason why the index is incomplete; null: it is complete. */
  indexFailure: () => Message | null;
  /** Interval of polls for pending messages. */
  pollMs: number;
  clock: Clock;
  logger: Logger;
  /** Called when an order or the platform has changed. */
  onChange: () => void;
  /** Whether this process sends the orders of the node's wallets; default: yes. */
  isLeading?: () => boolean;
}

/** Kinds of order that give a wallet a licence. */
const licenceKinds: ReadonlySet<OrderKind> = new Set(['purchase', 'buy_offer', 'transfer']);

const isForOwner = (order: OrderRecord | undefined): boolean =>
  order?.user === ownerId && order.recipient !== null && licenceKinds.has(order.kind);

/** Test money in nanograms that the faucet adds to the missing amount. */
const spareNanoTon = 100_000_000_000n;

const maintenanceIntervalMs = 60 * 60 * 1000;
/** Age in milliseconds of the registrations that another replica may not have finished. */
const registeredMs = 60 * 60 * 1000;

/** Creates the wallets of this node, its platform and the orders. Nothing is sent before `wake`. */
export function createOrders(options: OrdersOptions) {
  const { chain, second, orders, clock, onChange } = options;
  const { payers, outboxes } = createPayers(options);
  const contractFees = new ContractFees({ chain, second, clock });
  const lateOrders = new LateOrders({ payers, orders, clock });
  const deployer = new PlatformDeployer({ ...options, payers, contractFees });
  const shared = {
    ...options,
    payers,
    contractFees,
    lateOrders,
    deployer,
    walletRequests: new WalletRequests({ ...options, wallets: options.connected }),
    checkChain: createChainCheck(options, deployer),
  };
  const removeOld = createCleanup(orders.maintenance, clock);
  return {
    service: new OrderService(shared),
    web: new WebOrderService(shared),
    platform: deployer,
    payers,
    /** Continues open orders, at the start and after each new block. */
    wake: (): void => {
      for (const outbox of outboxes) outbox.wake();
      deployer.wake();
    },
    /** Settles an order by an event, in the indexer's command. @returns whether it was ordered here */
    settle: (event: ChainEvent): boolean => orders.settle(settlingEvent(event), event.at),
    /** Returns the registrations of the last hour. */
    lastRegistered: () => orders.registeredSince(clock() - registeredMs),
    /** Hands each newly registered file, with the host that its seller chose, to `share`. */
    shareRegistered: registeredSharing(orders, options.logger),
    /** Returns whether the owner of this node ordered the licence of an event. @param event that settled an order */
    isOwners: ({ queryId }: ChainEvent): boolean => isForOwner(orders.get(queryId.toString())),
    /**
     * Expires orders whose events do not appear in the index in time.
     * @param completeUntil of the index, in Unix seconds
     */
    expire: async (completeUntil: number): Promise<void> => {
      if ((await orders.maintenance.expirePast(completeUntil)) > 0) onChange();
      await removeOld();
    },
    /** Reopens settled orders, in the command in which the index drops a replaced chain. */
    resetForNewChain: (): void => orders.maintenance.resetForNewChain(clock()),
    /** Forgets what was read from a chain that was replaced. */
    chainReplaced: (): void => {
      lateOrders.clear();
      deployer.recheck();
    },
    stop: async (): Promise<void> => {
      await Promise.all([deployer.stop(), ...outboxes.map((outbox) => outbox.stop())]);
    },
  };
}

function createPayers(options: OrdersOptions): { payers: Payers; outboxes: readonly Outbox[] } {
  const { chain, second, fees, orders, feeWallet, practiceWallet } = options;
  const fee = createNodeWallet(feeWallet, options);
  const practice = practiceWallet && createNodeWallet(practiceWallet, options);
  const outboxes = practice ? [fee.outbox, practice.outbox] : [fee.outbox];
  return { payers: { chain, second, fees, orders, fee, practice }, outboxes };
}

/** Returns a function that hands each file to `share` once. */
function registeredSharing(orders: OrderRepository, logger: Logger) {
  /** Orders whose files are being handed over. */
  const handed = new Set<number>();
  return (share: (registered: Omit<RegistrationToShare, 'id'>) => Promise<void>): void => {
    for (const { id, ...registered } of orders.toShare()) {
      if (handed.has(id)) continue;
      handed.add(id);
      share(registered)
        .then(() => orders.shareOn(id, null))
        .catch((error: unknown) => logger.error({ err: error }, 'a registration could not be shared'))
        .finally(() => handed.delete(id));
    }
  };
}

/** Returns a function that checks that orders can be placed. It throws NodeError `chain_unavailable`. */
function createChainCheck(
  { indexFailure, fees }: OrdersOptions,
  deployer: PlatformDeployer,
): () => Promise<void> {
  return async () => {
    // While the index is incomplete, an order for what is already on the chain would be paid twice.
    const failure = indexFailure();
    if (failure !== null) throw new NodeError('chain_unavailable', failure);
    deployer.check();
    // Quotes, limits and balances include the fees of sending.
    await fees.refresh();
  };
}

function createNodeWallet(wallet: OwnWallet, options: OrdersOptions): NodeWallet & { outbox: Outbox } {
  const { faucet } = options;
  const topUp = faucet && ((missing: bigint) => faucet(wallet.raw, missing + spareNanoTon));
  return { wallet, outbox: new Outbox({ ...options, wallet, topUp }), hasFaucet: faucet !== undefined };
}

/** Returns a function that removes old orders, at most once an hour. */
function createCleanup(maintenance: OrderRepository['maintenance'], clock: Clock): () => Promise<void> {
  let lastAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (Math.abs(clock() - lastAt) < maintenanceIntervalMs) return;
    lastAt = clock();
    await maintenance.removeOld(lastAt);
  };
}
