import * as z from 'zod';
import { address, anyAddress, contentIdProblems, licenceKind, nanoTon, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { remoteContent } from '../../node-api/discovery.ts';
import { localContent } from '../content.ts';
import { marketItem } from '../market.ts';
import { collectionId } from './collections.ts';

/** A licence of an own item that somebody bought. */
const sale = z.object({
  buyer: address,
  licence: licenceKind,
  price: nanoTon,
  at: timestamp,
});

/** What this node knows about one item: as a stored file, as an offer in the Store, and at other nodes. */
export const item = z.object({
  /**
   * The current id of the item in paths: its content id, or its address on the chain if the registration names no file
   * or names a file that was registered before. Differs from the requested id if another content has replaced that one.
   */
  item_id: z.string(),
  /** The stored file; null: not stored here. */
  content: localContent.nullable(),
  /** Its registration on the chain; null: none is known. */
  offer: marketItem.nullable(),
  /** What other nodes list; null: none does. */
  remote: remoteContent.nullable(),
  /** The wallet that registered or published it; null: unknown. */
  author_address: address.nullable(),
  /** The collections that contain it. */
  collections: z.array(z.object({ collection_id: collectionId, title: z.string() })),
  /** Sold licences, newest first, at most 50; null: it is not an own item in the Store. */
  sales: z.object({ total: z.int(), newest: z.array(sale) }).nullable(),
});
export type Item = z.infer<typeof item>;
export type ItemSale = z.infer<typeof sale>;

export const getItem = {
  method: 'GET',
  path: '/local/items/{id}',
  summary: 'Get what is known about an item',
  params: z.object({
    id: z
      .string()
      .max(100)
      .meta({ description: 'A content id, or an address on the chain; former ones too' }),
  }),
  responses: { 200: { description: 'The item', schema: item } },
  problems: ['content_not_found', ...contentIdProblems, 'chain_unavailable'],
} as const satisfies EndpointContract;

/** An author, known by a wallet. Names are claims. */
export const author = z.object({
  address,
  /** Whether it is a wallet of the owner. */
  mine: z.boolean(),
  /** Names on its works, the most frequent first, at most 10. */
  names: z.array(
    z.object({
      name: z.string(),
      /** Number of other wallets with works under this name, as far as this node knows. */
      others: z.int(),
    }),
  ),
  /** Its works that are stored here, newest first, at most 100. */
  library: z.array(localContent),
});
export type Author = z.infer<typeof author>;

export const getAuthor = {
  method: 'GET',
  path: '/local/authors/{address}',
  summary: 'Get what is known about the author with a wallet',
  params: z.object({ address: anyAddress }),
  responses: { 200: { description: 'The author', schema: author } },
} as const satisfies EndpointContract;
