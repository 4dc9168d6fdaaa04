export type OrderKind =
  | 'register'
  | 'purchase'
  | 'terms'
  | 'offer'
  | 'buy_offer'
  | 'transfer'
  | 'withdraw'
  | 'platform';
export type OrderState = 'open' | 'confirmed' | 'expired' | 'refused';
export type WalletReply = 'asked' | 'signed' | 'declined' | 'undelivered' | 'unanswered' | 'wrong_network';

/** Replies after which the wallet does not send the order. */
export const undeliveredReplies: ReadonlySet<WalletReply> = new Set([
  'declined',
  'undelivered',
  'wrong_network',
]);

/** An order to be placed. Amounts in nanoTON, times in milliseconds, addresses raw. */
export interface NewOrder {
  /** 64 bits, in decimal digits. */
  queryId: string;
  user: string;
  kind: OrderKind;
  /** null: whichever wallet gets the message. */
  payWith: 'service_wallet' | 'practice_wallet' | 'wallet' | null;
  /** Whose daily limit it counts for. */
  allowance: 'sponsor' | 'token' | null;
  /** The wallet that pays, where it is known. */
  payer: string | null;
  /** Whose the content or the licence is then; null: the payer's. */
  recipient: string | null;
  /** The contract that gets the message. */
  target: string;
  /** What must not happen twice while it is open. */
  purpose: string;
  /** How it was asked for; of one purpose, only what has the same terms is the same. */
  terms: string;
  sha256: Buffer | null;
  contentAddress: string | null;
  licence: 'listen' | 'resale' | null;
  title: string;
  price: bigint | null;
  /** What the wallet sends. */
  amount: bigint;
  /** BoC of the internal message. */
  message: Buffer;
  /** How a wallet of this node sends it (TVM, SENDRAWMSG). */
  sendMode: number;
  createdAt: number;
  validUntil: number;
}

export interface OrderRecord extends NewOrder {
  id: number;
  state: OrderState;
  /** BoC of what a wallet of this node signed, and its turn. */
  signedMessage: Buffer | null;
  seqno: number | null;
  /** The wallet's last transaction before, by its logical time. */
  afterLt: bigint | null;
  /** The logical time at which that wallet sent the message on. */
  sentLt: bigint | null;
  walletReply: WalletReply | null;
  /** Why it came to its end, for a person. */
  note: string | null;
  /** Of an open one: when it was, on a chain that was replaced since then; whether this one has it is looked for. */
  settledAt: number | null;
  transaction: Buffer | null;
}

/** The chain and platform that orders are for. */
export interface OrderScope {
  network: string;
  /** Raw. */
  platform: string;
}

/** An event of the index that may settle an order. */
export interface SettlingEvent {
  queryId: bigint;
  /** `moved`: a licence was sold on or given away. */
  kind: 'register' | 'purchase' | 'terms' | 'offer' | 'moved';
  /** The contract that it happened to: a content, of offers and moves a licence. */
  contract: string;
  /** The owner from now on, where there is a new one. */
  owner?: string;
  /** Of a registration: all that it was made with, as the order's own. */
  terms?: string;
  licence?: 'listen' | 'resale';
  /** New terms, an offer. */
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

/** How an order ended otherwise than by the index. */
export interface Settlement {
  state: 'confirmed' | 'expired' | 'refused';
  at: number;
  note?: string;
  transaction?: Buffer;
}

/** Beyond its daily limit, too many at the same time (`until`: some end then), or the same purpose with other terms. */
export type AddRefusal =
  | { refusedBy: 'limit'; left: bigint }
  | { refusedBy: 'too_many'; until: number }
  | { refusedBy: 'other_terms'; open: OrderRecord };

/** The longest time from a wallet's message to its contract. */
export const deliveryMs = 60_000;

/** Returns whether an event is what was ordered; a query id alone proves nothing, as anybody can reuse it. */
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
    case 'withdraw':
    case 'platform':
      return false;
  }
}
