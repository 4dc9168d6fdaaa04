import type { NodeNotification } from '../../contract/node-notifications.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { ServiceKeys } from '../../features/chain/index.ts';
import type { MarketView } from '../../features/market/index.ts';
import type { ConnectedWallets, StoredContents, WalletHolder } from '../../features/orders/index.ts';
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
  /** Returns where a stored file is on this node; null: it is not here. */
  urlOf: (sha256: Buffer) => string | null;
  coverUrlOf: MarketView['coverUrlOf'];
  /** Tells how what a licence opens comes to this node. */
  deliveryOf: MarketView['deliveryOf'];
  /** Returns the wallet that a user has proven and uses. */
  walletOf: (user: string) => RawAddress | undefined;
  /** Returns all that the owner ever proved. */
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
