import * as z from 'zod';
import { collectionKind } from '../collections/manifest.ts';
import {
  address,
  anyContentId,
  byContentId,
  contentId,
  contentIdProblems,
  done,
  origin,
  sha256Hex,
  timestamp,
} from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { pageFields } from '../lists.ts';
import { nodeMessage } from '../messages/message.ts';
import { contentEdit } from '../node-api/content.ts';
import {
  contentCounts,
  contentIdsQuery,
  contentMonths,
  contentMonthsQuery,
  localContentQuery,
} from './library/content-lists.ts';
import { contentMedia } from './library/media.ts';
import { share } from './sharing.ts';

/** Stored contents and blocked contents. Problems are the same documents as in the node API. */

export const encryptedFile = z.object({
  /** Address on the chain; null when it is not registered yet. */
  content_address: address.nullable(),
  /** Whether its owner took it from sale. */
  withdrawn: z.boolean(),
  plain_type: z.string(),
  /** null without the key. */
  plain_size: z.int().nullable(),
  /** Whether this node has the content key. */
  key: z.boolean(),
});
export type EncryptedFileStatus = z.infer<typeof encryptedFile>;

export const encryption = z.object({
  /** `encrypted`: its encrypted file is complete, and waits for the chain or is registered. */
  state: z.enum(['encrypting', 'encrypted', 'failed']),
  /** Bytes encrypted and verified, of `size`, which is twice the file's size. */
  done_bytes: z.int(),
  size: z.int(),
  /** The resulting encrypted file. */
  encrypted_id: contentId.nullable(),
  /** Cause of the failure, and the remedy. */
  message: nodeMessage.nullable(),
});
export type Encryption = z.infer<typeof encryption>;

export const localContent = z.object({
  content_id: contentId,
  content_sha256: sha256Hex,
  name: z.string(),
  size: z.int(),
  content_type: z.string(),
  created_at: timestamp,
  /** On the node API; `?download=1` always serves an attachment. */
  content_url: z.string(),
  /** Whether a browser shows it inline; otherwise it is a download. */
  viewable: z.boolean(),
  title: z.string(),
  description: z.string(),
  authors: z.array(z.string()),
  hashtags: z.array(z.string()),
  /** The wallet that registered or published it; null: unknown, or the owner of this node added it. */
  author_address: address.nullable(),
  cover_id: contentId.nullable(),
  /** On the dashboard's own origin; null without a stored cover that may be shown. */
  cover_url: z.string().nullable(),
  /** Facts about its sound, picture or pages; null: not made yet. */
  media: contentMedia.nullable(),
  /** On the dashboard's own origin; null without a thumbnail that may be shown. */
  thumbnail_url: z.string().nullable(),
  /** Whether others see it in lists; otherwise only its id gives access. */
  published: z.boolean(),
  updated_at: timestamp,
  /** The user who stored it first: `owner`, a user who signed in, or `network` for a copy from another node. */
  uploaded_by: z.object({ id: z.string(), name: z.string() }),
  /** When its bytes were last compared with its id; null: not since they were stored. */
  verified_at: timestamp.nullable(),
  /** Damage of its bytes. The node searches other nodes for a good copy. */
  damage: z.enum(['missing', 'damaged']).nullable(),
  /** Origin of a copy; null if a user added it. */
  copy: z
    .object({
      host: origin,
      fetched_at: timestamp,
      last_used_at: timestamp,
      /** Kept until the owner releases it. */
      pinned: z.boolean(),
      /** Kept because of a subscription. */
      subscribed: z.boolean(),
    })
    .nullable(),
  /** Public nodes that hold it for this node. */
  shares: z.array(share),
  /** Contents of a sold age file; `content_url` serves the encrypted file. */
  encrypted: encryptedFile.nullable(),
  /** What the signed list of a collection calls it; null: unknown, or no collection. */
  collection_kind: collectionKind.nullable(),
  /** Encryption of a file that is to be sold; from then on only its seller and the owner of the node read it. */
  encryption: encryption.nullable(),
});
export type LocalContent = z.infer<typeof localContent>;

export const localContentPage = z.object({ items: z.array(localContent), ...pageFields });
export type LocalContentPage = z.infer<typeof localContentPage>;

export const getContents = {
  method: 'GET',
  path: '/local/content',
  summary: 'List the stored contents',
  query: localContentQuery,
  responses: { 200: { description: 'A page', schema: localContentPage } },
} as const satisfies EndpointContract;

export const getContentIds = {
  method: 'GET',
  path: '/local/content-ids',
  summary: 'List the ids of stored contents, to select many',
  query: contentIdsQuery,
  responses: { 200: { description: 'The ids', schema: z.object({ content_ids: z.array(contentId) }) } },
} as const satisfies EndpointContract;

export const getContentMonths = {
  method: 'GET',
  path: '/local/content-months',
  summary: 'Count the stored contents of each month, by when pictures were taken and others added',
  query: contentMonthsQuery,
  responses: { 200: { description: 'The months with contents', schema: contentMonths } },
} as const satisfies EndpointContract;

export const getContentCounts = {
  method: 'GET',
  path: '/local/content-counts',
  summary: 'Get the number of stored contents of each kind',
  responses: { 200: { description: 'The numbers', schema: contentCounts } },
} as const satisfies EndpointContract;

export const localUpload = z.object({ content: localContent, already_stored: z.boolean() });
export type LocalUpload = z.infer<typeof localUpload>;

export const postContent = {
  method: 'POST',
  path: '/local/content',
  summary: 'Add a file for the owner: the bytes as the body',
  /** `hidden`: made for another content, as a preview is; a new file stays out of the owner's lists. */
  query: z.object({ hidden: z.enum(['true', 'false']).default('false') }),
  /** The UTF-8 name in base64. */
  headers: z.object({ 'x-file-name': z.base64().max(4096).optional() }),
  body: { mediaTypes: ['*/*'] },
  responses: {
    201: { description: 'Added', schema: localUpload },
    200: { description: 'Already stored', schema: localUpload },
  },
  problems: ['blocked', 'insufficient_storage', 'too_busy'],
} as const satisfies EndpointContract;

export const getContent = {
  method: 'GET',
  path: '/local/content/{id}',
  summary: 'Get a stored content',
  params: byContentId,
  responses: { 200: { description: 'The content', schema: localContent } },
  problems: ['content_not_found', ...contentIdProblems],
} as const satisfies EndpointContract;

export const patchContent = {
  method: 'PATCH',
  path: '/local/content/{id}',
  summary: 'Edit the details of a content that is not on the chain',
  params: byContentId,
  body: { schema: contentEdit },
  responses: { 200: { description: 'The content', schema: localContent } },
  problems: ['content_not_found', ...contentIdProblems, 'order_open'],
} as const satisfies EndpointContract;

export const deleteContent = {
  method: 'DELETE',
  path: '/local/content/{id}',
  summary: 'Delete a content from this node',
  params: byContentId,
  responses: { 200: { description: 'Deleted', schema: done } },
  problems: ['content_not_found', ...contentIdProblems, 'order_open'],
} as const satisfies EndpointContract;

/** Requires no session, which an image of a page cannot send; `cover_url` contains this path. */
export const getCover = {
  method: 'GET',
  path: '/covers/{id}',
  summary: 'Get an image that may be used as a cover',
  params: byContentId,
  responses: { 200: { description: 'The image, with the media type of its bytes', mediaType: 'image/*' } },
  problems: ['content_not_found', ...contentIdProblems, 'cross_site'],
} as const satisfies EndpointContract;

export const blockRequest = z.object({
  content_id: anyContentId,
  reason: z.string().trim().max(500).default(''),
});

export const blockedContent = z.object({
  content_id: contentId,
  reason: z.string(),
  blocked_at: timestamp,
});
export type BlockedContent = z.infer<typeof blockedContent>;

export const blockedList = z.object({ blocked: z.array(blockedContent) });

export const unblocked = z.object({ unblocked: z.boolean() });

export const getBlocked = {
  method: 'GET',
  path: '/local/blocked',
  summary: 'List the blocked contents, newest first',
  responses: { 200: { description: 'The list', schema: blockedList } },
} as const satisfies EndpointContract;

export const postBlocked = {
  method: 'POST',
  path: '/local/blocked',
  summary: 'Block a content: delete its bytes, and neither serve nor store it again',
  body: { schema: blockRequest },
  responses: { 201: { description: 'Blocked', schema: blockedContent } },
  problems: contentIdProblems,
} as const satisfies EndpointContract;

export const deleteBlocked = {
  method: 'DELETE',
  path: '/local/blocked/{id}',
  summary: 'Unblock a content; deleted bytes are not restored',
  params: byContentId,
  responses: { 200: { description: 'Whether it was blocked', schema: unblocked } },
  problems: contentIdProblems,
} as const satisfies EndpointContract;
