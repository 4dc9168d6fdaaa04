import * as z from 'zod';
import { collectionKind } from '../collections/manifest.ts';
import { address, anyAddress, contentId, done, licenceKind, nanoTon, origin, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { listQuery, pageFields, pageQuery } from '../lists.ts';
import { contentKinds } from './library/content-lists.ts';

const marketOffer = z.object({
  licence_address: address,
  owner: address,
  price: nanoTon,
  /** Whether it belongs to a wallet of the owner. */
  mine: z.boolean(),
});

/** A content on the chain. */
export const marketItem = z.object({
  content_address: address,
  /** null when the metadata contains no valid content id. */
  content_id: contentId.nullable(),
  onchain_index: z.int(),
  title: z.string(),
  description: z.string(),
  authors: z.array(z.string()),
  hashtags: z.array(z.string()),
  content_type: z.string(),
  size: z.int().nullable(),
  /** On the dashboard's own origin; null without a stored cover that may be shown. */
  cover_url: z.string().nullable(),
  /** Whether the chain names a cover that this node does not have yet. */
  cover_missing: z.boolean(),
  /** What its signed list calls a collection; null: unknown, or no collection. */
  collection_kind: collectionKind.nullable(),
  /** A plain content that those without a licence may open. */
  preview_id: contentId.nullable(),
  /** On this node, if the file is stored here. */
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
  /** Licences that the owner of this node has bought for it. */
  licences: z.array(licenceKind),
  /** Resale offers of others, the cheapest first, at most 20. */
  offers: z.array(marketOffer),
});
export type MarketItem = z.infer<typeof marketItem>;

export const marketSorts = ['newest', 'title', 'cheapest', 'most_expensive'] as const;
export type MarketSort = (typeof marketSorts)[number];

export const marketQuery = z.object({
  q: z
    .string()
    .transform((text) => text.replace(/\p{Cc}/gu, ' ').trim())
    .pipe(z.string().max(200))
    .default(''),
  kind: z.enum(contentKinds).optional(),
  /** `mine`: registered by wallets of the owner. `followed`: for sale by sellers and authors whom the owner follows. */
  whose: z.enum(['all', 'mine', 'followed']).default('all'),
  /** Only items that this wallet sells. */
  owner: anyAddress.optional(),
  /** In nanograms, both inclusive. */
  min_price: nanoTon.optional(),
  max_price: nanoTon.optional(),
  sort: z.enum(marketSorts).default('newest'),
  ...listQuery.shape,
  /** Longer than other cursors: it may contain a title. */
  cursor: z.string().max(1500).optional(),
});
export type MarketQuery = z.output<typeof marketQuery>;

export const marketPage = z.object({ items: z.array(marketItem), ...pageFields });
export type MarketPage = z.infer<typeof marketPage>;

export const getMarket = {
  method: 'GET',
  path: '/local/market',
  summary: 'List the contents on the chain',
  query: marketQuery,
  responses: { 200: { description: 'A page', schema: marketPage } },
} as const satisfies EndpointContract;

export const getMarketItem = {
  method: 'GET',
  path: '/local/market/{address}',
  summary: 'Get a content on the chain',
  params: z.object({ address: anyAddress }),
  responses: { 200: { description: 'The content', schema: marketItem } },
  problems: ['content_not_found'],
} as const satisfies EndpointContract;

export const postMarketCover = {
  method: 'POST',
  path: '/local/market/{address}/cover',
  summary: 'Fetch the cover of a content on the chain; responds immediately',
  params: z.object({ address: anyAddress }),
  responses: { 200: { description: 'Requested, or already there', schema: done } },
  problems: ['content_not_found'],
} as const satisfies EndpointContract;

/** How the buyer of a licence gets the file and its key. */
const saleDelivery = z.object({
  /**
   * `delivered`: this node gave the key to the buyer, which is known for issued licences only; `served`: a host or this
   * public node gives it when the buyer asks; `waiting`: nobody can reach it yet.
   */
  state: z.enum(['delivered', 'served', 'waiting']),
  /** The public nodes that serve it for this node. */
  hosts: z.array(origin),
  /** The public node that gets it only after the owner has signed in there; null: none. */
  sign_in_host: origin.nullable(),
});

/** A payment for a licence, of which wallets of this node or its owner received a part. */
export const sale = z.object({
  /** `sale`: of an own content; `royalty`: of a content of others; `resale`: a licence changed hands. */
  kind: z.enum(['sale', 'royalty', 'resale']),
  at: timestamp,
  licence_address: address,
  licence: licenceKind,
  buyer: address,
  /** What the buyer paid, without network fees. */
  price: nanoTon,
  /** The part of it that the own wallets received. */
  earned: nanoTon,
  /** All parts of the price. */
  parts: z.array(z.object({ address: address.nullable(), amount: nanoTon, mine: z.boolean() })),
  content: marketItem,
  /** null for a content of others, whose seller delivers it. */
  delivery: saleDelivery.nullable(),
});
export type Sale = z.infer<typeof sale>;

export const salePage = z.object({ items: z.array(sale), next_cursor: z.string().nullable() });
export type SalePage = z.infer<typeof salePage>;

export const getSales = {
  method: 'GET',
  path: '/local/sales',
  summary: 'List the payments for licences that the own wallets received, newest first',
  query: pageQuery,
  responses: { 200: { description: 'A page', schema: salePage } },
} as const satisfies EndpointContract;
