import * as z from 'zod';
import { address, anyContentId, contentId, origin, timestamp } from './common.ts';
import { share } from './local.ts';

/** What the dashboard is told of other nodes: links, transfers, what is known, what is kept. */

/** GET /local/peers/history?host=: oldest first, at most 144 */
export const peerHistory = z.object({
  /** null: the attempt failed. */
  latencies: z.array(z.object({ at: timestamp, latency_ms: z.number().nullable() })),
});
export type PeerHistory = z.infer<typeof peerHistory>;

/** GET /local/network/map: public nodes as this one knows them, and who named whom; at most 256 nodes, 2,000 links. */
export const networkMap = z.object({
  links: z.array(z.object({ from: origin, to: origin })),
});
export type NetworkMap = z.infer<typeof networkMap>;

/** POST /local/self-test */
export const selfTest = z.object({
  checked_at: timestamp,
  checks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      result: z.enum(['ok', 'warning', 'failed', 'skipped']),
      /** What was found, for a person. */
      detail: z.string(),
      /** What to do about it; null where nothing is to be done. */
      remedy: z.string().nullable(),
    }),
  ),
});
export type SelfTest = z.infer<typeof selfTest>;

/** Bytes on their way between this node and another one, or between two folders. */
export const transfer = z.object({
  id: z.string(),
  kind: z.enum(['fetch', 'share']),
  content_id: contentId,
  /** Title or file name, where one is known. */
  name: z.string().nullable(),
  host: origin.nullable(),
  state: z.enum(['waiting', 'running', 'paused', 'failed']),
  bytes_done: z.int().nonnegative(),
  bytes_total: z.int().nonnegative().nullable(),
  bytes_per_s: z.number().nonnegative(),
  started_at: timestamp,
  /** Why it waits or failed, and what to do. */
  message: z.string().nullable(),
});
export type Transfer = z.infer<typeof transfer>;

/** GET /local/transfers: oldest first */
export const transferList = z.object({ transfers: z.array(transfer) });

/** Why nothing goes on in the background. */
export const pauseReason = z.enum(['manual', 'metered', 'battery']);
export type PauseReason = z.infer<typeof pauseReason>;

/** GET /local/sync */
export const syncState = z.object({
  state: z.enum(['idle', 'running', 'paused', 'off']),
  paused_by: z.array(pauseReason),
  /** What is known of other nodes' contents, and how much may be. */
  contents: z.int(),
  most_contents: z.int(),
  nodes: z.array(
    z.object({
      host: origin,
      contents: z.int(),
      synced_at: timestamp.nullable(),
      /** Whether more is waiting there. */
      behind: z.boolean(),
      /** Why the last try failed. */
      message: z.string().nullable(),
    }),
  ),
});
export type SyncState = z.infer<typeof syncState>;

/** What is kept here without being asked for each time. */
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
  /** Contents that it matches, and how many of them are here. */
  matches: z.int(),
  kept: z.int(),
  kept_bytes: z.int(),
  /** Why it does not go on, and what to do. */
  message: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscription>;
export const subscriptionList = z.object({ subscriptions: z.array(subscription) });

/** POST /local/copies: fetches a content from other nodes. */
export const copyRequest = z.object({ content_id: anyContentId, pinned: z.boolean().default(false) });
export const copyAnswer = z.object({
  content_id: contentId,
  /** true: it is here; false: it is on its way, see the transfers. */
  stored: z.boolean(),
});
/** PATCH /local/copies/{id} */
export const copyEdit = z.object({ pinned: z.boolean() });

/** Where one may share, and as whom this node is signed in there. */
export const shareHost = z.object({
  host: origin,
  /** `null`: not signed in. */
  signed_in: z.object({ way: z.enum(['wallet', 'token', 'practice']), at: timestamp }).nullable(),
  reachable: z.boolean(),
  contents: z.int(),
  bytes: z.int(),
  /** Why signing in failed or ended, and what to do. */
  message: z.string().nullable(),
});
export type ShareHost = z.infer<typeof shareHost>;
export const shareHostList = z.object({
  hosts: z.array(shareHost),
  /** The wallet of this node, by which it signs in. */
  node_address: z.string(),
});

/** POST /local/share-hosts: signs in with this node's wallet, or with an API token of that node. */
export const shareSignIn = z.object({ host: origin, token: z.string().trim().min(1).max(100).optional() });

/** POST /local/content/{id}/shares */
export const shareRequest = z.object({ host: origin, listed: z.boolean().default(false) });

/** GET /local/shares?host=: newest first, at most 1,000 */
export const sharedContent = share.extend({
  content_id: contentId,
  name: z.string(),
  size: z.int().nonnegative(),
  /** Whether it is still on this node, too. */
  stored: z.boolean(),
});
export type SharedContent = z.infer<typeof sharedContent>;
export const sharedList = z.object({ shares: z.array(sharedContent) });
