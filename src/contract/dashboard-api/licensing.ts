import * as z from 'zod';
import { collectionKind } from '../collections/manifest.ts';
import { byContentId, contentId, contentIdProblems, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { localContent } from './content.ts';

/** The URL at which the dashboard reads a content, decrypted if it is encrypted. */
export const accessLink = z.object({
  url: z.url(),
  content_type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Whether it may be downloaded as a file, with `&download=1`. */
  downloadable: z.boolean(),
  /** Expiry of the URL; request a new one before that. */
  expires_at: timestamp,
});
export type AccessLink = z.infer<typeof accessLink>;

export const getAccessLink = {
  method: 'GET',
  path: '/local/content/{id}/access-link',
  summary: 'Get the URL of the plain bytes of a content',
  params: byContentId,
  responses: { 200: { description: 'The URL', schema: accessLink } },
  problems: ['content_not_found', ...contentIdProblems, 'blocked', 'licence_required', 'key_not_found'],
} as const satisfies EndpointContract;

export const deleteEncryption = {
  method: 'DELETE',
  path: '/local/content/{id}/encryption',
  summary: 'Cancel the sale of a content; impossible once its registration was sent',
  params: byContentId,
  responses: {
    200: {
      description: 'The content, no longer restricted; a list that was made for the sale is removed',
      schema: localContent,
    },
  },
  problems: ['content_not_found', ...contentIdProblems, 'order_open'],
} as const satisfies EndpointContract;

/** A content of a collection that is sold as one; texts and facts are those that the seller stated. */
export const contentPart = z.object({
  content_id: contentId,
  title: z.string(),
  content_type: z.string(),
  /** Bytes of the plain file. */
  size: z.int(),
  duration_ms: z.int().nullable(),
  /** The encrypted file; null when this node does not store it. */
  content: localContent.nullable(),
});
export type ContentPart = z.infer<typeof contentPart>;

const contentParts = z.object({
  /** That of the signed list; null while this node has neither the key of the collection nor its public list. */
  kind: collectionKind.nullable(),
  /** Empty while this node has neither the key of the collection nor its public list. */
  parts: z.array(contentPart),
});
export type ContentParts = z.infer<typeof contentParts>;

export const getContentParts = {
  method: 'GET',
  path: '/local/content/{id}/parts',
  summary: 'List the contents of a collection that is sold as one, in their order',
  params: byContentId,
  responses: { 200: { description: 'The contents', schema: contentParts } },
  problems: [...contentIdProblems, 'blocked'],
} as const satisfies EndpointContract;
