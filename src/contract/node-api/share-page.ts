import * as z from 'zod';
import { anyContentId, contentIdProblems } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';

/** Announced in handshakes by nodes that have share pages. */
export const sharePageCapability = 'share_page';

/** Returns the path of a content's page; the id may also be an address on the chain. */
export const sharePagePath = (id: string): string => `/s/${id}`;

/** A page for people in browsers, not an operation of the node API. */
export const getSharePage = {
  method: 'GET',
  path: '/s/{id}',
  summary: 'Show a content to people without the app',
  params: z.object({
    id: anyContentId.meta({
      description: 'A content id in any spelling, or the address of a content on the chain',
    }),
  }),
  httpHeaders: ['If-None-Match'],
  responses: {
    200: { description: 'The page', mediaType: 'text/html', headers: ['ETag', 'Cache-Control'] },
    302: { description: 'The page has another address', headers: ['Location'] },
    304: { description: 'Not modified', headers: ['ETag', 'Cache-Control'] },
  },
  problems: [
    ...contentIdProblems,
    'content_not_found',
    'blocked',
    'licence_required',
    'encrypting',
    'chain_unavailable',
  ],
} as const satisfies EndpointContract;
