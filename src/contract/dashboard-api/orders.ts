import * as z from 'zod';
import {
  address,
  anyAddress,
  anyContentId,
  contentId,
  contentIdProblems,
  licenceKind,
  nanoTon,
  origin,
  timestamp,
} from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { pageQuery } from '../lists.ts';
import { nodeMessage } from '../messages/message.ts';
import { contentEdit } from '../node-api/content.ts';
import { payer } from './chain.ts';

const payment = { pay_with: payer };

const royalty = z.object({ address: anyAddress, value: z.int().min(0).max(10_000) });

/** Limit of a preview in bytes, enough for half a minute of good video; visitors load previews without paying. */
export const maxPreviewBytes = 8 * 1024 * 1024;

/** An action requested on the chain. */
export const orderRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('register'),
    ...payment,
    content_id: anyContentId,
    ...contentEdit.required({ title: true }).omit({ published: true }).shape,
    /** A plain content that those without a licence may open; null: none. */
    preview_id: anyContentId.nullable().optional(),
    price: nanoTon,
    resale_price: nanoTon,
    allow_resale: z.boolean(),
    downloadable: z.boolean(),
    royalties: z.array(royalty).max(10),
    /** The public node that gets the file once it is registered, to serve buyers. */
    host: origin.optional(),
  }),
  z.object({
    kind: z.literal('purchase'),
    ...payment,
    content_address: anyAddress,
    licence: licenceKind,
    /** The price that was shown to the user; at another price nothing is bought. */
    price: nanoTon.optional(),
  }),
  z.object({
    kind: z.literal('terms'),
    ...payment,
    content_address: anyAddress,
    price: nanoTon,
    resale_price: nanoTon,
    allow_resale: z.boolean(),
    withdrawn: z.boolean(),
  }),
  /** A price of 0 withdraws the offer. */
  z.object({ kind: z.literal('offer'), ...payment, licence_address: anyAddress, price: nanoTon }),
  z.object({ kind: z.literal('buy_offer'), ...payment, licence_address: anyAddress, price: nanoTon }),
  z.object({ kind: z.literal('transfer'), ...payment, licence_address: anyAddress, to: anyAddress }),
  /** From the node's own wallet or the wallet of practice mode. */
  z.object({
    kind: z.literal('withdraw'),
    ...payment,
    to: anyAddress,
    amount: nanoTon,
    comment: z.string().max(120).default(''),
  }),
  /**
   * Deploys this node's platform, or updates its metadata from the settings. Only its owner, the fee wallet, can pay.
   */
  z.object({ kind: z.literal('platform'), pay_with: payer.extract(['service_wallet']) }),
]);
export type OrderRequest = z.output<typeof orderRequest>;

export type OrderKind = OrderRequest['kind'];

/** The cost of an order, before it is placed. */
export const orderQuote = z.object({
  /** Maximum amount that leaves the wallet: price, deposit and all fees. The chain returns the unused part at once. */
  most: nanoTon,
  /** The part that stays with the new content or licence and pays for its storage on the chain for years. */
  deposit: nanoTon,
  /** A warning before the confirmation, e.g. that another user registered the file before. */
  warning: nodeMessage.nullable(),
});
export type OrderQuote = z.infer<typeof orderQuote>;

/** An order and its result. */
export const order = z.object({
  query_id: z.string(),
  kind: z.enum(['register', 'purchase', 'terms', 'offer', 'buy_offer', 'transfer', 'withdraw', 'platform']),
  /**
   * `open`: pending; `confirmed`: it is on the chain; `expired`: it can no longer be sent, and no payment was found;
   * `refused`: the chain returned the money.
   */
  state: z.enum(['open', 'confirmed', 'expired', 'refused']),
  /** State of an open order, and the next step. */
  message: nodeMessage.nullable(),
  /** Open, but no wallet sends it, e.g. because its owner declined; it needs to be ordered again. */
  is_unsent: z.boolean(),
  pay_with: payer.nullable(),
  title: z.string(),
  content_id: contentId.nullable(),
  content_address: address.nullable(),
  licence: licenceKind.nullable(),
  price: nanoTon.nullable(),
  /** The amount that the wallet sends; the excess is returned. */
  amount: nanoTon,
  created_at: timestamp,
  /** Expiry of the message on the chain. */
  valid_until: timestamp,
  settled_at: timestamp.nullable(),
  /** Hexadecimal hash of the transaction that settled it. */
  transaction: z.string().nullable(),
});
export type Order = z.infer<typeof order>;

export const orderPage = z.object({ items: z.array(order), next_cursor: z.string().nullable() });
export type OrderPage = z.infer<typeof orderPage>;

export const getOrders = {
  method: 'GET',
  path: '/local/orders',
  summary: 'List the transactions, newest first',
  query: pageQuery,
  responses: { 200: { description: 'A page', schema: orderPage } },
} as const satisfies EndpointContract;

/** Reasons to refuse an order. */
const orderProblems = [
  ...contentIdProblems,
  'content_not_found',
  'content_damaged',
  'blocked',
  'already_registered',
  'already_licensed',
  'content_withdrawn',
  'not_for_sale',
  'not_yours',
  'wallet_required',
  'precondition_failed',
  'chain_unavailable',
] as const;

export const postOrdersQuote = {
  method: 'POST',
  path: '/local/orders/quote',
  summary: 'Quote the cost of a transaction, without recording or sending it',
  body: { schema: orderRequest },
  responses: { 200: { description: 'The amounts', schema: orderQuote } },
  problems: orderProblems,
} as const satisfies EndpointContract;

export const postOrder = {
  method: 'POST',
  path: '/local/orders',
  summary: 'Start a transaction; responds once it is recorded and the wallet was asked',
  body: { schema: orderRequest },
  responses: { 200: { description: 'The transaction', schema: order } },
  problems: [...orderProblems, 'encrypting', 'order_open', 'insufficient_balance'],
} as const satisfies EndpointContract;
