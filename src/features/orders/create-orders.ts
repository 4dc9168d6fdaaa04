import { ownerId } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainEvent } from '../chain/indexer/chain-event.ts';
import type { OwnWallet } from '../chain/wallets/own-wallet.ts';
import type { ChainAccess } from '../chain/wallets/wallet-state.ts';
import type { ChosenPlatform } from './choose-platform.ts';
import type {
  ConnectedWallets,
  Market,
  OrderSettings,
  StoredContents,
  WalletHolder,
} from './order-context.ts';
import { OrderDesk } from './order-service.ts';
import { Outbox } from './outbox/outbox.ts';
import type { Payers, Purse } from './payers.ts';
import { PlatformKeeper } from './platform-deployer.ts';
import type { IntentRepository } from './repository/order-repository.ts';
import type { IntentKind } from './repository/order-rows.ts';
import { settlingEvent } from './settling-event.ts';
import { WalletAsker } from './wallet-requests.ts';
import { WebOrders } from './web-orders.ts';

export interface OrdersOptions extends OrderSettings {
  platform: ChosenPlatform;
  chain: ChainAccess;
  intents: IntentRepository;
  market: Market;
  contents: StoredContents;
  /** The node's own. */
  serviceWallet: OwnWallet;
  /** On the embedded chain. */
  practiceWallet?: OwnWallet | undefined;
  /** On the embedded chain: gives money out of nothing. */
  faucet?: ((address: string, nanoTon: bigint) => Promise<void>) | undefined;
  connected: ConnectedWallets;
  /** The dashboard's own connection to the owner's wallet. */
  ownersWallet: WalletHolder;
  /** The wallet that a user has proven and uses. */
  walletOf: (user: string) => RawAddress | undefined;
  /** Where this node describes its platform. */
  metadataUrl: () => string;
  /** Why the index does not know how the chain is now; null: it does. */
  indexFailure: () => string | null;
  /** How often the chain is asked about what is under way. */
  pollMs: number;
  clock: Clock;
  logger: Logger;
  /** An order, or the platform, is not as it was. */
  onChange: () => void;
}

/** By these a wallet gets a licence. */
const toHave: ReadonlySet<IntentKind> = new Set(['purchase', 'buy_offer', 'transfer']);

/** So much more than is missing. */
const spareNanoTon = 100_000_000_000n;

const betweenTidyingMs = 60 * 60 * 1000;

/** Wallets of this node, its platform, and what is ordered with them. Nothing is sent before `wake`. */
export function createOrders(options: OrdersOptions) {
  const { chain, intents, serviceWallet, practiceWallet, platform, faucet, clock, onChange } = options;
  const boxes: Outbox[] = [];
  const purseOf = (wallet: OwnWallet): Purse => {
    const topUp = faucet && ((missing: bigint) => faucet(wallet.raw, missing + spareNanoTon));
    const outbox = new Outbox({ ...options, wallet, topUp });
    boxes.push(outbox);
    return { wallet, outbox, isToppedUp: faucet !== undefined };
  };
  const payers: Payers = {
    chain,
    intents,
    service: purseOf(serviceWallet),
    practice: practiceWallet && purseOf(practiceWallet),
  };
  const keeper = new PlatformKeeper({ ...options, payers });
  const asker = new WalletAsker({ ...options, wallets: options.connected });
  const shared = {
    ...options,
    platform: platform.address,
    payers,
    asker,
    checkPlatform: () => {
      // Of what is on the chain already, some would be paid twice.
      const failure = options.indexFailure();
      if (failure !== null) throw new NodeError('chain_unavailable', failure);
      keeper.check();
    },
  };
  let tidiedAt = Number.NEGATIVE_INFINITY;
  const tidyUp = () => {
    if (Math.abs(clock() - tidiedAt) < betweenTidyingMs) return;
    tidiedAt = clock();
    intents.upkeep.tidy(tidiedAt);
  };
  return {
    desk: new OrderDesk(shared),
    web: new WebOrders(shared),
    platform: keeper,
    payers,
    /** Goes on with what is open: at the start, and when there is a new block. */
    wake: (): void => {
      for (const outbox of boxes) outbox.wake();
      keeper.wake();
    },
    /** For the indexer's database transaction. @returns whether it was asked for here */
    settle: (event: ChainEvent): boolean => intents.settle(settlingEvent(event), event.at),
    /** Whether the owner of this node asked for what happened, to have it. @param event that was settled */
    isOwners: ({ queryId }: ChainEvent): boolean => {
      const intent = intents.get(queryId.toString());
      return intent?.user === ownerId && intent.recipient !== null && toHave.has(intent.kind);
    },
    /** After the index has come so far. @param completeUntil Unix seconds */
    expire: (completeUntil: number): void => {
      if (intents.upkeep.expirePast(completeUntil) > 0) onChange();
      tidyUp();
    },
    /** For the database transaction in which the index forgets a chain that was replaced. */
    startAnew: (): void => {
      intents.upkeep.startAnew(clock());
      keeper.lookAgain();
    },
    stop: async (): Promise<void> => {
      await Promise.all([keeper.stop(), ...boxes.map((outbox) => outbox.stop())]);
    },
  };
}
