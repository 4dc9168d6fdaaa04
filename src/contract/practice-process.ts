import * as z from 'zod';

/** What the process of the practice node tells its parent. */

/** It answers; the token lets one store files there, as its owner. */
export const practiceReady = z.object({
  event: z.literal('ready'),
  node_url: z.url(),
  token: z.string().min(1),
});

/** Its embedded chain is there, with a platform on it; where others ask it. */
export const practiceChain = z.object({
  event: z.literal('chain'),
  endpoint: z.url(),
  platform: z.string().min(1),
});

export type PracticeChain = Omit<z.infer<typeof practiceChain>, 'event'>;
