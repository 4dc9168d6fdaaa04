import * as z from 'zod';
import { timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { listQuery, pageFields, searchText } from '../../lists.ts';
import { nodeMessage } from '../../messages/message.ts';

/** Kinds of entries in the activity log. */
export const activityKind = z.enum([
  'upload',
  'download',
  'edit',
  'delete',
  'block',
  'unblock',
  'sign_in',
  'sign_out',
  'wallet',
  'token',
  'peer',
  'sync',
  'fetch',
  'share',
  'store',
  'refused',
  'node',
]);
export type ActivityKind = z.infer<typeof activityKind>;

export const activityEntry = z.object({
  id: z.string(),
  at: timestamp,
  /** The last occurrence, if several within a short time are combined. */
  last_at: timestamp,
  count: z.int(),
  kind: activityKind,
  /** The user who acted, or who received the response. */
  actor: z.object({
    type: z.enum(['dashboard', 'command', 'api_token', 'user', 'anonymous', 'peer', 'node']),
    name: z.string(),
  }),
  /** Network address of the caller; null for this computer's own tools. */
  address: z.string().nullable(),
  /** Subject of the entry, e.g. a content id, a host, the name of a token. */
  subject: z.string().nullable(),
  detail: nodeMessage,
  /** The code of the problem, if it was refused. */
  problem: z.string().nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

const activityPage = z.object({
  entries: z.array(activityEntry),
  ...pageFields,
  /** null for a search, whose matches are not counted. */
  total: z.int().nullable(),
});
export type ActivityPage = z.infer<typeof activityPage>;

export const getActivity = {
  method: 'GET',
  path: '/local/activity',
  summary: 'List the activity of this node, newest first',
  query: listQuery.extend({
    kind: activityKind.optional(),
    q: searchText,
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  responses: { 200: { description: 'A page', schema: activityPage } },
} as const satisfies EndpointContract;

export const exportActivity = {
  method: 'GET',
  path: '/local/activity/export',
  summary: 'Export the activity log, one JSON document per line',
  query: z.object({
    redact: z
      .enum(['0', '1'])
      .default('1')
      .meta({ description: '1: replace names, addresses and ids by marks; equal values get equal marks' }),
  }),
  responses: { 200: { description: 'The log', mediaType: 'application/x-ndjson' } },
} as const satisfies EndpointContract;
