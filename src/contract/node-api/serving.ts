import * as z from 'zod';
import { address, anyContentId, byContentId, contentId, contentIdProblems, sha256Hex } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { contentRecord } from './content.ts';

const conditions = ['If-None-Match', 'If-Modified-Since', 'If-Match', 'If-Unmodified-Since'] as const;

/** Headers of a file for caches and players. */
const fileHeaders = [
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Repr-Digest',
] as const;

/** Reasons to refuse reading a content. */
const licenceProblems = [
  ...contentIdProblems,
  'content_not_found',
  'blocked',
  'licence_required',
  'encrypting',
] as const;

/** Reasons to refuse or fail sending its bytes. */
const fileProblems = [
  ...licenceProblems,
  'access_invalid',
  'content_damaged',
  'precondition_failed',
  'payload_too_large',
  'insufficient_storage',
  'peer_content_invalid',
  'peer_unreachable',
  'fetch_cancelled',
  'too_busy',
] as const;

export const getStorage = {
  method: 'GET',
  path: '/api/v1/storage/{id}',
  summary: 'Download a content, whole or by Range',
  description:
    'Needs only the id, no token. A content for sale is returned encrypted (age, version 1). Types that a browser could run are sent as an attachment. The plain file of a content for sale is 402 `licence_required`, with `price`, `resale_price` and `content_address` once it is on the chain. If the content is not stored here, the node fetches it from other nodes, verifies it, adds it to the cache and sends it: a private node for every caller, a public node for callers with a token. `Cache-Control: only-if-cached` turns this off.',
  params: byContentId,
  query: z.object({
    download: z.literal('1').optional().meta({
      description: 'Send as an attachment, whatever the type; ignored for contents that may only be viewed',
    }),
    access: z.string().max(600).optional().meta({
      description:
        'From `display_options.content_url` of a content for sale: returns the plain bytes, for hours and as long as the user owns the licence. From `display_options.metadata.image`: returns a cover to a page of any origin',
    }),
  }),
  httpHeaders: ['Range', 'If-Range', ...conditions, 'Cache-Control'],
  responses: {
    200: { description: 'The whole file', mediaType: '*/*', headers: fileHeaders },
    206: {
      description: 'The requested range',
      mediaType: '*/*',
      headers: [...fileHeaders, 'Content-Range'],
    },
    304: { description: 'Not modified', headers: ['ETag', 'Cache-Control'] },
  },
  problems: [...fileProblems, 'range_not_satisfiable'],
} as const satisfies EndpointContract;

export const headStorage = {
  ...getStorage,
  method: 'HEAD',
  summary: 'Return the headers of GET, without the bytes',
  httpHeaders: [...conditions, 'Cache-Control'],
  responses: {
    200: { description: 'The headers', headers: fileHeaders },
    304: { description: 'Not modified', headers: ['ETag', 'Cache-Control'] },
  },
  problems: fileProblems,
} as const satisfies EndpointContract;

export const deleteStorage = {
  method: 'DELETE',
  path: '/api/v1/storage/{id}',
  summary: 'Delete a content of the caller',
  description:
    'Removes the caller as an owner. The bytes are deleted when no other owner is left. A content of others is 404.',
  scope: 'storage:write',
  params: byContentId,
  responses: {
    200: {
      description: 'Deleted',
      schema: z.object({
        deleted: z.boolean().meta({ description: 'false: still stored, because others own it too' }),
      }),
    },
  },
  problems: [...contentIdProblems, 'content_not_found', 'order_open'],
} as const satisfies EndpointContract;

export const decodedContentId = z.object({
  content_id: contentId,
  content_sha256: sha256Hex,
  version: z.int(),
  codec: z.string().meta({ examples: ['raw'] }),
  hash_algorithm: z.string().meta({ examples: ['sha2-256'] }),
  stored: z.boolean().meta({ description: 'Whether this node stores it' }),
  size: z.int().optional(),
  content_type: z
    .string()
    .optional()
    .meta({ examples: ['audio/mpeg'] }),
  content_address: address.optional().meta({ description: 'Of the registration on the chain' }),
});
export type DecodedContentId = z.infer<typeof decodedContentId>;

export const getDecodeContentId = {
  method: 'GET',
  path: '/api/v1/storage.decodeContentId/{id}',
  summary: 'Decode a content id, and tell whether the content is stored here',
  params: byContentId,
  responses: { 200: { description: 'The parts of the id', schema: decodedContentId } },
  problems: contentIdProblems,
} as const satisfies EndpointContract;

/** The same with the permissions of the viewer. */
export const viewedContent = contentRecord.extend({
  have_licenses: z
    .array(z.enum(['listen', 'resale']))
    .meta({ description: 'The licences of the user of the token; both for the owner of the content' }),
  invoice: z.null(),
});
export type ViewedContent = z.infer<typeof viewedContent>;

const contentIdOrAddress = anyContentId.meta({
  description: 'A content id in any spelling, or the address of a content on the chain',
});

export const getContentView = {
  method: 'GET',
  path: '/api/v1/content.view',
  summary: 'Get a content, with the rights of the user',
  scope: 'content:read',
  token: 'optional',
  query: z.object({ content_id: contentIdOrAddress }),
  responses: { 200: { description: 'The content', schema: viewedContent } },
  problems: [...licenceProblems, 'chain_unavailable'],
} as const satisfies EndpointContract;

const { query: _, ...viewed } = getContentView;

export const getContentViewByPath = {
  ...viewed,
  path: '/api/v1/content.view/{id}',
  aliases: ['/api/v1/content/{id}'],
  params: z.object({ id: contentIdOrAddress }),
} as const satisfies EndpointContract;
