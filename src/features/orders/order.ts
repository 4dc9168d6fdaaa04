import type { OrderKind } from '../../contract/dashboard-api/orders.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';

export type OrderState = 'open' | 'confirmed' | 'expired' | 'refused';
export type WalletReply = 'asked' | 'signed' | 'declined' | 'undelivered' | 'unanswered' | 'wrong_network';

/** Replies that mean that the wallet does not send the order. */
export const unsentReplies: ReadonlySet<WalletReply> = new Set(['declined', 'undelivered', 'wrong_network']);

/** An order to be placed. Amounts in nanograms, times in milliseconds, addresses raw. */
export interface NewOrder {
  /** 64 bits, in decimal digits. */
  queryId: string;
  user: string;
  kind: OrderKind;
  /** The paying wallet; null: any wallet that gets the message. */
  payWith: 'service_wallet' | 'practice_wallet' | 'wallet' | null;
  /** The daily limit that the order counts for. */
  allowance: 'sponsor' | 'token' | null;
  /** The paying wallet, if known. */
  payer: string | null;
  /** The new owner of the content or licence; null: the payer. */
  recipient: string | null;
  /** The contract that gets the message. */
  target: string;
  /** Key of the order's purpose; there are no two open orders with one purpose. */
  purpose: string;
  /** Terms of the request; orders with the same purpose are equal only if their terms are. */
  terms: string;
  sha256: Buffer | null;
  /** The public node that gets the file of a confirmed registration; null once its sharing is queued, or for no node. */
  shareHost: string | null;
  contentAddress: string | null;
  licence: 'listen' | 'resale' | null;
  title: string;
  price: bigint | null;
  /** Amount that the wallet sends. */
  amount: bigint;
  /** Maximum fees of a wallet of this node besides the amount; 0 for other wallets. */
  fees: bigint;
  /** BoC of the internal message. */
  message: Buffer;
  /** Send mode of a wallet of this node (TVM, SENDRAWMSG). */
  sendMode: number;
  createdAt: number;
  validUntil: number;
}

export interface OrderRecord extends NewOrder {
  id: number;
  state: OrderState;
  /** BoC that a wallet of this node signed, and its seqno. */
  signedMessage: Buffer | null;
  seqno: number | null;
  /** Logical time of the wallet's last transaction before the signature. */
  afterLt: bigint | null;
  /** Logical time at which the wallet's transaction sent the internal message. */
  sentLt: bigint | null;
  /** Time at which this node saw that the contract had accepted the message. */
  receivedAt: number | null;
  walletReply: WalletReply | null;
  /** Reason why the order ended. */
  note: Message | null;
  /**
   * For an open order, the time at which it was settled on a chain that was replaced since; the new chain may settle it
   * again.
   */
  settledAt: number | null;
  transaction: Buffer | null;
}

/** The chain and platform that orders are for. */
export interface OrderScope {
  network: string;
  /** Raw. */
  platform: string;
}

/** A confirmed registration whose file is to be shared on a public node, as its seller chose. */
export interface RegistrationToShare {
  /** Of the order. */
  id: number;
  sha256: Buffer;
  host: string;
  title: string;
}

/** A confirmed registration. */
export interface SettledRegistration {
  sha256: Buffer;
  /** Time of the chain, in milliseconds. */
  settledAt: number;
}

/** A confirmed purchase for a wallet that its user had not proven. */
export interface UnprovenPurchase {
  wallet: RawAddress;
  /** The hash of the platform's transaction that reports its licence. */
  transaction: Buffer;
}

/** An event of the index that may settle an order. */
export interface SettlingEvent {
  queryId: bigint;
  /** `moved`: a licence was resold or given away. */
  kind: 'register' | 'purchase' | 'terms' | 'offer' | 'moved' | 'destroyed';
  /** The contract of the event: a content, or a licence for offers and moves. */
  contract: string;
  /** The new owner, if any. */
  owner?: string;
  /** For registrations: all parameters, in the form of the order's terms. */
  terms?: string;
  licence?: 'listen' | 'resale';
  /** For new terms and offers. */
  price?: bigint;
  /** The hash of the platform's transaction that reports it. */
  transaction: Buffer;
}

/** A message that a wallet of this node signed, its seqno, and the wallet's last transaction before. */
export interface SignedMessage {
  signedMessage: Buffer;
  seqno: number;
  afterLt: bigint;
}

/** The end of an order that no event settles. */
export interface OrderEnd {
  state: 'confirmed' | 'expired' | 'refused';
  at: number;
  note?: Message;
  transaction?: Buffer;
  /** The order ends only if it has no signed message, because another replica may have signed one since it was read. */
  isUnsigned?: boolean;
}

/**
 * Reason of a refusal: the daily limit, too many open orders (`until`: the earliest end of one), or an open order for
 * the same purpose with other terms.
 */
export type AddRefusal =
  | { refusedBy: 'limit'; left: bigint }
  | { refusedBy: 'too_many'; until: number }
  | { refusedBy: 'other_terms'; open: OrderRecord };

/** Maximum time from the wallet's transaction until the contract receives its message. */
export const walletToContractMs = 60_000;

/**
 * Returns whether an event is the result of an order; the query id alone proves nothing, because anybody can reuse it.
 */
export function isSettledBy(order: OrderRecord, event: SettlingEvent): boolean {
  const isRecipient = order.recipient === null || order.recipient === event.owner;
  switch (order.kind) {
    case 'register':
      return event.kind === 'register' && isRecipient && order.terms === event.terms;
    case 'purchase':
      return (
        event.kind === 'purchase' &&
        isRecipient &&
        order.target === event.contract &&
        order.licence === event.licence
      );
    case 'terms':
    case 'offer':
      return event.kind === order.kind && order.target === event.contract && order.price === event.price;
    case 'buy_offer':
    case 'transfer':
      return event.kind === 'moved' && isRecipient && order.target === event.contract;
    // The outbox confirms these by their transactions.
    case 'withdraw':
    case 'platform':
      return false;
  }
}
