import * as z from 'zod';

/** Messages of the practice node's process to its parent. */

/** The node accepts requests; the token allows its parent to store files there as the owner. */
export const practiceReady = z.object({
  event: z.literal('ready'),
  node_url: z.url(),
  token: z.string().min(1),
});

/** The embedded chain serves other nodes at this endpoint and has a platform. */
export const practiceChain = z.object({
  event: z.literal('chain'),
  endpoint: z.url(),
  platform: z.string().min(1),
  /** The hashes of its first state, by which the other nodes recognise it. */
  zerostate: z.object({ root_hash: z.string(), file_hash: z.string() }),
  /** The practice wallet app: its bridge, and its page with a secret in the address. */
  wallet: z.object({ bridge_url: z.url(), page_url: z.url() }).optional(),
});

/** The wallet app of practice mode (`app_name` in lists of wallet apps). */
export const practiceApp = { name: 'alcove-practice', title: 'Practice wallet app' };

export type PracticeChain = Omit<z.infer<typeof practiceChain>, 'event'>;
