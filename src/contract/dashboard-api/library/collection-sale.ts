import * as z from 'zod';
import { contentId } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { collectionId } from './collections.ts';

export const postCollectionSale = {
  method: 'POST',
  path: '/local/collections/{id}/sale',
  summary: 'Make the list of a collection, which is then registered to sell the collection as one',
  params: z.object({ id: collectionId }),
  responses: {
    200: {
      description: 'The list to register; what changes in the collection later is not sold with it',
      schema: z.object({
        /** The encrypted file instead, if this very list is sold already. */
        content_id: contentId,
        is_sold: z.boolean(),
      }),
    },
  },
  problems: [
    'collection_not_found',
    'content_not_found',
    'blocked',
    'not_yours',
    'invalid_request',
    'payload_too_large',
  ],
} as const satisfies EndpointContract;
