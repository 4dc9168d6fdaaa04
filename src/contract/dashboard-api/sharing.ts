import * as z from 'zod';
import { byContentId, contentId, contentIdProblems, done, origin, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { nodeMessage } from '../messages/message.ts';
import { peerByHost } from './peers.ts';

/** A content that this node published on a public node. */
export const share = z.object({
  host: origin,
  state: z.enum(['waiting', 'sending', 'shared', 'withdrawing', 'failed']),
  /** Whether that node lists it; otherwise only the link gives access. */
  listed: z.boolean(),
  /** For an encrypted content: whether that node has the key for buyers. `none`: it is not encrypted. */
  key: z.enum(['none', 'waiting', 'deposited', 'failed']),
  /** The bytes, for programs. */
  url: z.url(),
  /** The page for people without the app; null if that node has none, because its version is older. */
  page_url: z.url().nullable(),
  shared_at: timestamp.nullable(),
  /** Why it failed or waits, and the remedy. */
  message: nodeMessage.nullable(),
});
export type Share = z.infer<typeof share>;

/** A public node for sharing, and this node's sign-in there. */
export const shareHost = z.object({
  host: origin,
  /** null: not signed in. */
  signed_in: z.object({ way: z.enum(['wallet', 'token', 'practice']), at: timestamp }).nullable(),
  reachable: z.boolean(),
  latency_ms: z.number().nullable(),
  /** The number of contents that the node states; null if it states none. */
  stored: z.int().nullable(),
  /** Contents and bytes of this node there. */
  contents: z.int(),
  bytes: z.int(),
  /** Why the sign-in failed or ended, and the remedy. */
  message: nodeMessage.nullable(),
});
export type ShareHost = z.infer<typeof shareHost>;

export const shareHostList = z.object({
  hosts: z.array(shareHost),
  /** The wallet with which this node signs in. */
  node_address: z.string(),
});

export const getShareHosts = {
  method: 'GET',
  path: '/local/share-hosts',
  summary: 'List the public nodes for sharing',
  responses: { 200: { description: 'The nodes', schema: shareHostList } },
} as const satisfies EndpointContract;

export const postShareHost = {
  method: 'POST',
  path: '/local/share-hosts',
  summary: 'Sign in to a public node, with this node’s wallet or an API token of that node',
  body: { schema: peerByHost.extend({ token: z.string().trim().min(1).max(100).optional() }) },
  responses: { 200: { description: 'The node', schema: shareHost } },
  problems: ['peer_not_found', 'peer_unreachable', 'peer_invalid', 'peer_refused'],
} as const satisfies EndpointContract;

export const deleteShareHost = {
  method: 'DELETE',
  path: '/local/share-hosts',
  summary: 'Sign out of a public node; shared contents stay there',
  query: peerByHost,
  responses: { 200: { description: 'Signed out', schema: done } },
  problems: ['peer_not_found'],
} as const satisfies EndpointContract;

/** Newest first, at most 1,000. */
export const sharedContent = share.extend({
  content_id: contentId,
  /** The title that the library shows, or that of the time when a removed content was shared. */
  name: z.string(),
  size: z.int().nonnegative(),
  /** Whether it is also stored on this node. */
  stored: z.boolean(),
  /** Of a collection: the number of items that are unshared together with it. */
  also_unshared: z.int().nonnegative(),
  /** Whether it is there only as part of a shared collection. */
  is_part: z.boolean(),
});
export type SharedContent = z.infer<typeof sharedContent>;

export const sharedList = z.object({ shares: z.array(sharedContent) });

export const getShares = {
  method: 'GET',
  path: '/local/shares',
  summary: 'List the shares on public nodes, including contents that are no longer stored here',
  query: peerByHost.partial(),
  responses: { 200: { description: 'The shares, newest first', schema: sharedList } },
} as const satisfies EndpointContract;

export const postShare = {
  method: 'POST',
  path: '/local/content/{id}/shares',
  summary: 'Share a content on a public node; responds immediately',
  params: byContentId,
  body: { schema: peerByHost.extend({ listed: z.boolean().default(false) }) },
  responses: { 200: { description: 'The share', schema: share } },
  problems: [
    ...contentIdProblems,
    'content_not_found',
    'licence_required',
    'encrypting',
    'peer_not_found',
    'peer_refused',
  ],
} as const satisfies EndpointContract;

export const deleteShare = {
  method: 'DELETE',
  path: '/local/content/{id}/shares',
  summary: 'Stop sharing a content on a public node; repeat to forget the share if that node is unreachable',
  params: byContentId,
  query: peerByHost,
  responses: {
    200: { description: 'Removed, or with the state `withdrawing` until the node confirms', schema: done },
  },
  problems: [...contentIdProblems, 'share_not_found'],
} as const satisfies EndpointContract;
