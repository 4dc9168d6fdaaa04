import * as z from 'zod';
import { anyContentId, contentId, done, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { listQuery, pageFields, searchText } from '../../lists.ts';
import { nodeMessage } from '../../messages/message.ts';
import { localContent } from '../content.ts';
import { byCollection, collection, collectionPosition } from './collections.ts';

/** Deleted contents can be restored for so many days; the node purges them earlier when it needs the space. */
export const trashDays = 30;
export const trashKeptMs = trashDays * 24 * 60 * 60 * 1000;

export const trashedContent = z.object({
  content: localContent,
  deleted_at: timestamp,
  purged_at: timestamp,
});
export type TrashedContent = z.infer<typeof trashedContent>;

/** The largest number of contents in one request. */
export const maxInBatch = 1000;

const contentBatch = z.object({ content_ids: z.array(anyContentId).min(1).max(maxInBatch) });

const refusedContent = z.object({
  content_id: contentId,
  /** Code of the problem. */
  code: z.string(),
  message: nodeMessage,
});

export const batchResult = z.object({ done: z.int(), refused: z.array(refusedContent) });
export type BatchResult = z.infer<typeof batchResult>;

const batchResponses = {
  200: { description: 'The number of contents, and those refused', schema: batchResult },
};
const batchProblems = ['invalid_content_id', 'unsupported_content_id'] as const;

export const getTrash = {
  method: 'GET',
  path: '/local/trash',
  summary: 'List the contents in the trash, the last deleted first',
  query: listQuery.extend({ q: searchText }),
  responses: {
    200: {
      description: 'A page',
      schema: z.object({ items: z.array(trashedContent), ...pageFields }),
    },
  },
} as const satisfies EndpointContract;

export const postTrash = {
  method: 'POST',
  path: '/local/trash',
  summary: 'Move contents to the trash',
  body: { schema: contentBatch },
  responses: batchResponses,
  problems: batchProblems,
} as const satisfies EndpointContract;

export const postTrashRestore = {
  method: 'POST',
  path: '/local/trash/restore',
  summary: 'Restore contents from the trash',
  body: { schema: contentBatch },
  responses: batchResponses,
  problems: batchProblems,
} as const satisfies EndpointContract;

export const postTrashPurge = {
  method: 'POST',
  path: '/local/trash/purge',
  summary: 'Delete contents in the trash for ever',
  body: { schema: contentBatch },
  responses: batchResponses,
  problems: batchProblems,
} as const satisfies EndpointContract;

export const deleteTrash = {
  method: 'DELETE',
  path: '/local/trash',
  summary: 'Delete everything in the trash for ever, also the collections',
  responses: { 200: { description: 'The number of contents', schema: z.object({ purged: z.int() }) } },
} as const satisfies EndpointContract;

export const trashedCollection = z.object({ collection, deleted_at: timestamp, purged_at: timestamp });
export type TrashedCollection = z.infer<typeof trashedCollection>;

export const getTrashedCollections = {
  method: 'GET',
  path: '/local/trash/collections',
  summary: 'List the collections in the trash, the last deleted first, without those in another one there',
  query: z.object(collectionPosition),
  responses: {
    200: {
      description: 'The collections',
      schema: z.object({ items: z.array(trashedCollection), total: z.int() }),
    },
  },
} as const satisfies EndpointContract;

export const postTrashedCollectionRestore = {
  method: 'POST',
  path: '/local/trash/collections/{id}/restore',
  summary: 'Restore a collection from the trash, to its place where that still exists',
  params: byCollection,
  responses: { 200: { description: 'Restored', schema: done } },
  problems: ['collection_not_found'],
} as const satisfies EndpointContract;

export const deleteTrashedCollection = {
  method: 'DELETE',
  path: '/local/trash/collections/{id}',
  summary: 'Delete a collection in the trash for ever; files stay',
  params: byCollection,
  responses: { 200: { description: 'Deleted', schema: done } },
  problems: ['collection_not_found'],
} as const satisfies EndpointContract;
