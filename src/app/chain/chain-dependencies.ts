import type { Settings } from '../../contract/settings.ts';
import type { Clock } from '../../core/clock.ts';
import type { Leader } from '../../core/concurrency/leader.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { FeeWalletKeys, Zerostate } from '../../features/chain/index.ts';
import type { MarketServiceOptions, MarketView } from '../../features/market/index.ts';
import type { Trade } from '../../features/monitoring/index.ts';
import type {
  ConnectedWallets,
  PlatformMetadata,
  SettledRegistration,
  StoredContents,
  WalletConnectionKey,
} from '../../features/orders/index.ts';
import type { Commands } from '../../platform/sqlite/commands.ts';
import type { Db } from '../../platform/sqlite/database.ts';

export type LiveNetwork = Exclude<Settings['chain']['network'], 'off'>;

/** The chain to follow and its platform. */
export interface FollowedChain {
  network: LiveNetwork;
  /** Endpoints of the chain, the preferred one first; without any, an embedded chain runs inside this node. */
  endpoints: readonly string[];
  /** Number of endpoints that must agree. */
  quorum?: 1 | 2 | undefined;
  requestsPerSecond?: number | undefined;
  apiKey?: string | undefined;
  /** Identifies the chain, if the network alone does not. */
  zerostate?: Zerostate | undefined;
  masterAddress?: string | undefined;
  /** The platform of the practice network. */
  adopted?: NamedPlatform | undefined;
}

/** A platform, in any address form, and the host of the node that announced it. */
export interface NamedPlatform {
  address: string;
  host: string;
}

/** Dependencies of a followed chain. */
export interface ChainDependencies {
  db: Db;
  commands: Commands;
  /** Lets one replica follow the chain and send orders. */
  leader: Leader;
  nodeSecret: Buffer;
  walletKeys: FeeWalletKeys;
  /** The journal of an embedded chain. */
  embeddedFile: string;
  limits: () => Settings['chain'];
  contents: StoredContents;
  /** Returns the address of a stored file on this node; null if it is not stored. */
  urlOf: (sha256: Buffer) => string | null;
  coverUrlOf: MarketView['coverUrlOf'];
  lacksCover: MarketView['lacksCover'];
  kindOf: MarketView['kindOf'];
  followed: MarketServiceOptions['followed'];
  hidesPreview: MarketView['hidesPreview'];
  /** Returns the state of a licence's delivery. */
  deliveryOf: MarketView['deliveryOf'];
  saleDeliveryOf: MarketView['saleDeliveryOf'];
  /** Returns the wallet in use of a user, if it is proven. */
  walletOf: (user: string) => RawAddress | undefined;
  /** Returns the wallet in use of a user, if it is unproven. */
  unprovenWalletOf: (user: string) => RawAddress | undefined;
  /** Returns all wallets that the owner ever proved. */
  ownersWallets: () => RawAddress[];
  connected: ConnectedWallets;
  ownersConnection: WalletConnectionKey;
  platformMetadata: () => PlatformMetadata;
  /** Called when the owner or an order of this node has registered a content, and the index has it. */
  onRegistered: (sha256: Buffer, owner: RawAddress) => void;
  /** Called with the last registrations when this replica follows the chain instead of another one, which was perhaps killed. */
  onTakenOver: (registered: readonly SettledRegistration[]) => void;
  /** Called on a sale or purchase of the owner. */
  onTrade: (trade: Trade) => void;
  /**
   * Called when a wallet of the owner receives a licence without an order while no other licence waits for a decision.
   */
  onGiven: () => void;
  /** Called once when the contents of a platform with earlier contracts are no longer shown. */
  onFormerPlatform: () => void;
  onMarket: () => void;
  onOrders: () => void;
  onState: () => void;
  clock: Clock;
  logger: Logger;
}
