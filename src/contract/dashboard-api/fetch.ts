import * as z from 'zod';
import { contentId, done, origin, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { nodeMessage } from '../messages/message.ts';

/** A transfer of bytes between this node and another one, or from a watched folder. */
export const transfer = z.object({
  id: z.string(),
  kind: z.enum(['fetch', 'share', 'import']),
  /** Null for the files of a watched folder. */
  content_id: contentId.nullable(),
  /** Title or file name, if known. */
  name: z.string().nullable(),
  host: origin.nullable(),
  state: z.enum(['waiting', 'running', 'paused', 'failed']),
  bytes_done: z.int().nonnegative(),
  bytes_total: z.int().nonnegative().nullable(),
  bytes_per_s: z.number().nonnegative(),
  started_at: timestamp,
  /** Why it waits or failed, and the remedy. */
  message: nodeMessage.nullable(),
});
export type Transfer = z.infer<typeof transfer>;

export const transferList = z.object({ transfers: z.array(transfer) });

export const getTransfers = {
  method: 'GET',
  path: '/local/transfers',
  summary: 'List the transfers from and to other nodes, and from watched folders',
  responses: { 200: { description: 'Oldest first', schema: transferList } },
} as const satisfies EndpointContract;

export const deleteTransfer = {
  method: 'DELETE',
  path: '/local/transfers/{id}',
  summary: 'Cancel a transfer',
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: { 200: { description: 'Cancelled', schema: done } },
  problems: ['transfer_not_found'],
} as const satisfies EndpointContract;
