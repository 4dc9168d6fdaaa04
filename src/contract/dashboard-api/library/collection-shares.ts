import * as z from 'zod';
import { contentId, done, origin } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { share } from '../sharing.ts';
import { collectionId } from './collections.ts';

/** Collections on public nodes. */

const byId = z.object({ id: collectionId });

export const collectionShared = z.object({
  /** The manifest, whose link leads to the collection. */
  content_id: contentId,
  /** Number of contents that are sent to the host, in addition to the manifest. */
  shared: z.int(),
  /** Contents that are not stored here, or may not be shared. */
  left_out: z.int(),
});
export type CollectionShared = z.infer<typeof collectionShared>;

export const postCollectionShare = {
  method: 'POST',
  path: '/local/collections/{id}/shares',
  summary: 'Publish a collection as a manifest, and share it with its contents on a public node',
  params: byId,
  body: { schema: z.object({ host: origin, listed: z.boolean().default(false) }) },
  responses: { 200: { description: 'The manifest', schema: collectionShared } },
  problems: ['collection_not_found', 'not_yours', 'payload_too_large', 'peer_not_found', 'peer_refused'],
} as const satisfies EndpointContract;

/** A collection on a public node. */
export const collectionShare = share.extend({
  /** The newest manifest that is shared there. */
  content_id: contentId,
  /** Number of items that are removed from that node together with the collection. */
  also_unshared: z.int().nonnegative(),
  /** Items that remain shared there, at most 100: shared by themselves, or in another shared collection. */
  still_shared: z.array(
    z.object({ content_id: contentId, name: z.string(), reason: z.enum(['itself', 'collection']) }),
  ),
  still_shared_total: z.int().nonnegative(),
  /** What sharing it again would send: changes, or only parts that are not shared there; null: nothing, or not asked. */
  outdated: z.enum(['changed', 'incomplete']).nullable(),
});
export type CollectionShare = z.infer<typeof collectionShare>;

export const getCollectionShares = {
  method: 'GET',
  path: '/local/collections/{id}/shares',
  summary: 'List the public nodes that a collection is shared on, and what is removed from them with it',
  params: byId,
  query: z.object({
    /** Whether to find out what sharing it again would send. */
    compare: z.enum(['true', 'false']).default('false'),
  }),
  responses: { 200: { description: 'The shares', schema: z.object({ shares: z.array(collectionShare) }) } },
  problems: ['collection_not_found', 'not_yours'],
} as const satisfies EndpointContract;

export const deleteCollectionShare = {
  method: 'DELETE',
  path: '/local/collections/{id}/shares',
  summary:
    'Stop sharing a collection on a public node, with the items that are there only because of it; repeat as for a content',
  params: byId,
  query: z.object({ host: origin }),
  responses: {
    200: { description: 'Removed, or with the state `withdrawing` until the node confirms', schema: done },
  },
  problems: ['collection_not_found', 'not_yours', 'share_not_found'],
} as const satisfies EndpointContract;
