import * as z from 'zod';
import {
  address,
  anyAddress,
  anyContentId,
  contentId,
  contentIdProblems,
  licenceKind,
  nanoTon,
  timestamp,
} from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { pageQuery } from '../lists.ts';
import { contentEdit } from '../node-api/content.ts';
import { payer } from './chain.ts';

const payment = { pay_with: payer };

const royalty = z.object({ address: anyAddress, value: z.int().min(0).max(10_000) });

/** POST /local/orders: what a person wants to happen on the chain. */
export const orderRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('register'),
    ...payment,
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
    ...payment,
    content_address: anyAddress,
    licence: licenceKind,
    /** What the person was shown: at another price nothing is bought. */
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
  /** A price of 0 takes the offer back. */
  z.object({ kind: z.literal('offer'), ...payment, licence_address: anyAddress, price: nanoTon }),
  z.object({ kind: z.literal('buy_offer'), ...payment, licence_address: anyAddress, price: nanoTon }),
  z.object({ kind: z.literal('transfer'), ...payment, licence_address: anyAddress, to: anyAddress }),
  /** From the node's own wallet or the one for practice. */
  z.object({
    kind: z.literal('withdraw'),
    ...payment,
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

export const getOrders = {
  method: 'GET',
  path: '/local/orders',
  summary: 'What was asked of the chain, newest first',
  query: pageQuery,
  answers: { 200: { description: 'A page', schema: orderPage } },
  problems: [],
} as const satisfies EndpointContract;

/** What keeps something from being asked of the chain. */
const orderProblems = [
  ...contentIdProblems,
  'content_not_found',
  'blocked',
  'already_registered',
  'already_licensed',
  'content_withdrawn',
  'not_for_sale',
  'not_yours',
  'wallet_required',
  'chain_unavailable',
] as const;

export const postOrderQuote = {
  method: 'POST',
  path: '/local/orders/quote',
  summary: 'What an order would take from its wallet; nothing is written down or sent',
  body: { schema: orderRequest },
  answers: { 200: { description: 'The amounts', schema: orderQuote } },
  problems: orderProblems,
} as const satisfies EndpointContract;

export const postOrder = {
  method: 'POST',
  path: '/local/orders',
  summary: 'Ask something of the chain; answers once it is written down and the wallet was asked',
  body: { schema: orderRequest },
  answers: { 200: { description: 'The order', schema: order } },
  problems: [...orderProblems, 'encrypting', 'order_open', 'insufficient_balance'],
} as const satisfies EndpointContract;
