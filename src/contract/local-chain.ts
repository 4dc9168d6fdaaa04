import * as z from 'zod';
import { address, anyAddress, anyContentId, contentId, nanoTon, timestamp } from './common.ts';
import { contentEdit } from './local.ts';
import { rowsToSkip, topCursor } from './long-list.ts';

/** What the dashboard is told of the chain: wallets, what is for sale, what was bought, what is under way. */

export const licenceKind = z.enum(['listen', 'resale']);
export type LicenceKind = z.infer<typeof licenceKind>;

/** Which wallet signs and pays: the node's own, the one for practice, or one that is connected by TON Connect. */
export const payer = z.enum(['service_wallet', 'practice_wallet', 'wallet']);
export type Payer = z.infer<typeof payer>;

export const localWallet = z.object({
  payer,
  address,
  /** null: not known, the chain cannot be reached. */
  balance: nanoTon.nullable(),
  /** The app that holds it, where it is connected. */
  app: z.string().nullable(),
});
export type LocalWallet = z.infer<typeof localWallet>;

/** GET /local/chain */
export const chainState = z.object({
  network: z.enum(['off', 'embedded', 'testnet', 'mainnet']),
  state: z.enum(['off', 'starting', 'syncing', 'ok', 'unavailable']),
  /** Why it is not ok, and what to do. */
  message: z.string().nullable(),
  /** Where the chain is asked; null: inside this node. */
  endpoint: z.string().nullable(),
  /** The masterchain seqno up to which everything is known. */
  height: z.int(),
  platform: z.object({
    address,
    state: z.enum(['deployed', 'missing', 'unknown']),
    /** `own`: this node's; `configured`; else the public node that it was taken over from. */
    source: z.string(),
  }),
  /** The connected wallet is there when there is one. */
  wallets: z.array(localWallet),
  /** Whether test money can be had here. */
  has_faucet: z.boolean(),
  /** What is known of costs before there is an order; what one takes, its quote tells. */
  costs: z.object({
    /** Of a content with a page of description. */
    register: nanoTon,
    /** Beside the price. */
    purchase: nanoTon,
    /** The smallest price above zero. */
    least_price: nanoTon,
    /** Of a resold licence, in parts of 10,000, to the content. */
    resale_share: z.int(),
  }),
});
export type ChainState = z.infer<typeof chainState>;

/** POST /local/chain/faucet */
export const faucetRequest = z.object({ payer: payer.default('practice_wallet'), amount: nanoTon });

/** POST /local/chain/recovery-words: the words of the node's own wallet, in their order. */
export const recoveryWords = z.object({ address, words: z.array(z.string()).length(24) });
export type RecoveryWords = z.infer<typeof recoveryWords>;

const royalty = z.object({ address: anyAddress, value: z.int().min(0).max(10_000) });

const marketOffer = z.object({
  licence_address: address,
  owner: address,
  price: nanoTon,
  /** Whether a wallet of this node's owner made it. */
  mine: z.boolean(),
});

/** A content on the chain. */
export const marketItem = z.object({
  content_address: address,
  /** null: what its author wrote there names no content. */
  content_id: contentId.nullable(),
  onchain_index: z.int(),
  title: z.string(),
  description: z.string(),
  authors: z.array(z.string()),
  hashtags: z.array(z.string()),
  content_type: z.string(),
  size: z.int().nullable(),
  /** On the dashboard's own origin; null: there is none here that may be shown. */
  cover_url: z.string().nullable(),
  /** Of this node, where the file is stored here. */
  content_url: z.string().nullable(),
  owner: address,
  mine: z.boolean(),
  price: nanoTon,
  resale_price: nanoTon,
  allow_resale: z.boolean(),
  downloadable: z.boolean(),
  withdrawn: z.boolean(),
  royalties: z.array(z.object({ address, value: z.int() })),
  created_at: timestamp,
  updated_at: timestamp,
  /** What the owner of this node has bought of it. */
  licences: z.array(licenceKind),
  /** Licences that others sell on, the cheapest first, at most 20. */
  offers: z.array(marketOffer),
});
export type MarketItem = z.infer<typeof marketItem>;

export const marketQuery = z.object({
  q: z
    .string()
    .transform((text) => text.replace(/\p{Cc}/gu, ' ').trim())
    .pipe(z.string().max(200))
    .default(''),
  content_type: z.string().max(100).default(''),
  /** `mine`: what wallets of this node's owner registered. */
  whose: z.enum(['all', 'mine']).default('all'),
  /** In nanoTON, both included. */
  least: nanoTon.optional(),
  most: nanoTon.optional(),
  order: z.enum(['newest', 'cheapest']).default('newest'),
  cursor: z.string().max(200).optional(),
  skip: rowsToSkip,
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type MarketQuery = z.output<typeof marketQuery>;

export const marketPage = z.object({
  items: z.array(marketItem),
  next_cursor: z.string().nullable(),
  top_cursor: topCursor,
  total: z.int(),
});
export type MarketPage = z.infer<typeof marketPage>;

/** How what was bought comes to this node. */
export const delivery = z.object({
  /**
   * `external`: a connected wallet holds the licence, for which this node cannot ask. `undecided`: it was not ordered
   * here and not accepted, so nothing is asked for.
   */
  state: z.enum(['waiting', 'fetching', 'here', 'failed', 'external', 'undecided']),
  /** Why it waits or failed, and what to do. */
  message: z.string().nullable(),
  /** Bytes of the encrypted file. */
  received: z.int(),
  size: z.int().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** A licence that a wallet of this node's owner holds. */
export const ownedLicence = z.object({
  licence_address: address,
  kind: licenceKind,
  owner: address,
  payer: payer.nullable().describe('Which wallet of this node holds it; null: one that is not connected now'),
  /** What was paid for it: by this node to who had it before, or else when it was issued. */
  price: nanoTon,
  issued_at: timestamp,
  /** When this node bought it from who had it before, or else when it was issued. */
  bought_at: timestamp,
  /** For how much it is offered; null: it is not. */
  offer: nanoTon.nullable(),
  /** What the owner decided: it was ordered on this node, accepted or declined; null: it waits for an answer. */
  decision: z.enum(['ordered', 'accepted', 'declined']).nullable(),
  content: marketItem,
  /** Of an encrypted content: how its file and key come here; null: it is not encrypted. */
  delivery: delivery.nullable(),
  /** Whether the statement of the node that delivered it is here. */
  receipt: z.boolean(),
});
export type OwnedLicence = z.infer<typeof ownedLicence>;

/** Ordered here or accepted; given by others and not decided about; declined. */
export const shownLicences = z.enum(['kept', 'given', 'declined']);
export type ShownLicences = z.infer<typeof shownLicences>;

/** GET /local/library: newest first */
export const library = z.object({
  licences: z.array(ownedLicence),
  next_cursor: z.string().nullable(),
  top_cursor: topCursor,
  total: z.int(),
  counts: z.object({
    kept: z.int(),
    given: z.int(),
    declined: z.int(),
    /** Of `given`, those that were there when this node first read the chain: the owner is asked about all at once. */
    found: z.int(),
  }),
});
export type Library = z.infer<typeof library>;

/** POST /local/library/found: whether all of them come here, or the owner decides about each. */
export const foundAnswer = z.object({ answer: z.enum(['deliver_all', 'decide_each']) });
export type FoundAnswer = z.infer<typeof foundAnswer>;

const paid = { pay_with: payer };

/** POST /local/orders: what a person wants to happen on the chain. */
export const orderRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('register'),
    ...paid,
    content_id: anyContentId,
    ...contentEdit.required({ title: true }).omit({ published: true }).shape,
    price: nanoTon,
    resale_price: nanoTon,
    allow_resale: z.boolean(),
    downloadable: z.boolean(),
    royalties: z.array(royalty).max(10),
  }),
  z.object({
    kind: z.literal('purchase'),
    ...paid,
    content_address: anyAddress,
    licence: licenceKind,
    /** What the person was shown: at another price nothing is bought. */
    price: nanoTon.optional(),
  }),
  z.object({
    kind: z.literal('terms'),
    ...paid,
    content_address: anyAddress,
    price: nanoTon,
    resale_price: nanoTon,
    allow_resale: z.boolean(),
    withdrawn: z.boolean(),
  }),
  /** A price of 0 takes the offer back. */
  z.object({ kind: z.literal('offer'), ...paid, licence_address: anyAddress, price: nanoTon }),
  z.object({ kind: z.literal('buy_offer'), ...paid, licence_address: anyAddress, price: nanoTon }),
  z.object({ kind: z.literal('transfer'), ...paid, licence_address: anyAddress, to: anyAddress }),
  /** From the node's own wallet or the one for practice. */
  z.object({
    kind: z.literal('withdraw'),
    ...paid,
    to: anyAddress,
    amount: nanoTon,
    comment: z.string().max(120).default(''),
  }),
]);
export type OrderRequest = z.output<typeof orderRequest>;
export type OrderKind = OrderRequest['kind'];

/** POST /local/orders/quote: what an order takes, before it is asked for. */
export const orderQuote = z.object({
  /** Leaves the wallet at most: price, deposit and all fees. What the chain does not use comes back at once. */
  most: nanoTon,
  /** Of it, what stays with the new content or licence, whose place on the chain it pays for years. */
  deposit: nanoTon,
});
export type OrderQuote = z.infer<typeof orderQuote>;

/** What was asked of the chain, and what became of it. */
export const order = z.object({
  query_id: z.string(),
  kind: z.enum(['register', 'purchase', 'terms', 'offer', 'buy_offer', 'transfer', 'withdraw']),
  /**
   * `open`: it may still happen; `confirmed`: it is on the chain; `expired`: it can no longer happen, nothing was paid;
   * `refused`: the chain sent the money back.
   */
  state: z.enum(['open', 'confirmed', 'expired', 'refused']),
  /** Of an open one, where it stands, and what to do. */
  message: z.string().nullable(),
  /** Open, and yet no wallet is asked to send it: it happens only if it is ordered again. */
  is_unasked: z.boolean(),
  pay_with: payer.nullable(),
  title: z.string(),
  content_id: contentId.nullable(),
  content_address: address.nullable(),
  licence: licenceKind.nullable(),
  price: nanoTon.nullable(),
  /** What the wallet sends; what is too much comes back. */
  amount: nanoTon,
  created_at: timestamp,
  /** When the chain takes it no longer. */
  valid_until: timestamp,
  settled_at: timestamp.nullable(),
  /** Hexadecimal, of the transaction that settled it. */
  transaction: z.string().nullable(),
});
export type Order = z.infer<typeof order>;

/** GET /local/orders: newest first */
export const orderPage = z.object({ items: z.array(order), next_cursor: z.string().nullable() });
export type OrderPage = z.infer<typeof orderPage>;
