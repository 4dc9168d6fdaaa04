import * as z from 'zod';
import { byContentId, contentIdProblems, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { localContent } from './content.ts';

/** The URL at which the dashboard reads a content, decrypted if it is encrypted. */
export const plainContent = z.object({
  url: z.url(),
  content_type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Whether it may be downloaded as a file, with `&download=1`. */
  downloadable: z.boolean(),
  /** Expiry of the URL; request a new one before that. */
  expires_at: timestamp,
});
export type PlainContent = z.infer<typeof plainContent>;

export const getContentOpen = {
  method: 'GET',
  path: '/local/content/{id}/open',
  summary: 'Get the URL of the plain bytes of a content',
  params: byContentId,
  answers: { 200: { description: 'The URL', schema: plainContent } },
  problems: ['content_not_found', ...contentIdProblems, 'licence_required', 'key_not_found'],
} as const satisfies EndpointContract;

export const deleteEncryption = {
  method: 'DELETE',
  path: '/local/content/{id}/encryption',
  summary: 'Cancel the encryption of a content; impossible once its registration was sent',
  params: byContentId,
  answers: { 200: { description: 'The unchanged content', schema: localContent } },
  problems: ['content_not_found', ...contentIdProblems, 'order_open'],
} as const satisfies EndpointContract;
