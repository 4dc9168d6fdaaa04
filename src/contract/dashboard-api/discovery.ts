import * as z from 'zod';
import {
  address,
  anyContentId,
  byContentId,
  contentId,
  contentIdProblems,
  done,
  origin,
  timestamp,
} from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { rowsToSkip, topCursor } from '../lists.ts';
import { nodeMessage } from '../messages/message.ts';
import { remoteContentList, remoteContentQuery } from '../node-api/discovery.ts';
import { localContent } from './content.ts';

/** Why background work is paused. */
export const pauseReason = z.enum(['manual', 'metered', 'battery']);
export type PauseReason = z.infer<typeof pauseReason>;

export const syncState = z.object({
  state: z.enum(['idle', 'running', 'paused', 'off']),
  paused_by: z.array(pauseReason),
  /** The size of the remote index, and its limit. */
  contents: z.int(),
  max_contents: z.int(),
  nodes: z.array(
    z.object({
      host: origin,
      contents: z.int(),
      synced_at: timestamp.nullable(),
      /** Whether the other node has more entries to read. */
      behind: z.boolean(),
      /** Why the last attempt failed. */
      message: nodeMessage.nullable(),
    }),
  ),
});
export type SyncState = z.infer<typeof syncState>;

export const getSync = {
  method: 'GET',
  path: '/local/sync',
  summary: 'Get the state of discovery',
  responses: { 200: { description: 'The state', schema: syncState } },
} as const satisfies EndpointContract;

export const postSync = {
  method: 'POST',
  path: '/local/sync',
  summary: 'Start synchronising; responds immediately',
  responses: { 200: { description: 'Started', schema: done } },
} as const satisfies EndpointContract;

const remoteContentPage = remoteContentList.extend({ top_cursor: topCursor });
export type RemoteContentPage = z.infer<typeof remoteContentPage>;

export const getRemoteIndex = {
  method: 'GET',
  path: '/local/found',
  summary: 'List the remote index, newest first',
  query: remoteContentQuery.extend({ skip: rowsToSkip }),
  responses: { 200: { description: 'A page', schema: remoteContentPage } },
} as const satisfies EndpointContract;

/** A subscription, whose matches are fetched and stored here. */
export const subscriptionRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('owner'), value: address }),
  z.object({ kind: z.literal('author'), value: z.string().trim().min(1).max(100) }),
  z.object({
    kind: z.literal('hashtag'),
    value: z
      .string()
      .trim()
      .transform((tag) => tag.replace(/^#/, ''))
      .pipe(z.string().min(1).max(100)),
  }),
  z.object({ kind: z.literal('content'), value: anyContentId }),
]);
export type SubscriptionRequest = z.infer<typeof subscriptionRequest>;

export const subscription = z.object({
  id: z.string(),
  kind: z.enum(['owner', 'author', 'hashtag', 'content']),
  value: z.string(),
  created_at: timestamp,
  /** Number of matching contents, and how many of them are stored here. */
  matches: z.int(),
  stored: z.int(),
  stored_bytes: z.int(),
  /** Why it is stopped, and the remedy. */
  message: nodeMessage.nullable(),
});
export type Subscription = z.infer<typeof subscription>;

export const getSubscriptions = {
  method: 'GET',
  path: '/local/subscriptions',
  summary: 'List the subscriptions',
  responses: {
    200: { description: 'Newest first', schema: z.object({ subscriptions: z.array(subscription) }) },
  },
} as const satisfies EndpointContract;

export const postSubscription = {
  method: 'POST',
  path: '/local/subscriptions',
  summary: 'Subscribe to all matching contents',
  body: { schema: subscriptionRequest },
  responses: { 201: { description: 'The subscription', schema: subscription } },
  problems: contentIdProblems,
} as const satisfies EndpointContract;

export const deleteSubscription = {
  method: 'DELETE',
  path: '/local/subscriptions/{id}',
  summary: 'End a subscription; its copies move to the cache',
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: { 200: { description: 'Ended', schema: done } },
  problems: ['subscription_not_found'],
} as const satisfies EndpointContract;

const copyResponse = z.object({
  content_id: contentId,
  /** true: it is stored here; false: it is being fetched, see the transfers. */
  stored: z.boolean(),
});

export const postCopy = {
  method: 'POST',
  path: '/local/copies',
  summary: 'Fetch a content from other nodes; responds immediately',
  body: { schema: z.object({ content_id: anyContentId, pinned: z.boolean().default(false) }) },
  responses: {
    200: { description: 'Stored here', schema: copyResponse },
    202: { description: 'Transfer started', schema: copyResponse },
  },
  problems: [...contentIdProblems, 'blocked', 'too_busy', 'content_damaged', 'limit_reached'],
} as const satisfies EndpointContract;

export const patchCopy = {
  method: 'PATCH',
  path: '/local/copies/{id}',
  summary: 'Pin a copy, or return it to the cache; a collection with its contents',
  params: byContentId,
  body: { schema: z.object({ pinned: z.boolean() }) },
  responses: { 200: { description: 'The content', schema: localContent } },
  problems: [...contentIdProblems, 'content_not_found', 'content_damaged', 'limit_reached'],
} as const satisfies EndpointContract;
