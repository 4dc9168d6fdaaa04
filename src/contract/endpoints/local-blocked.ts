import * as z from 'zod';
import { anyContentId, contentId, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';

/** Contents that this node refuses to keep or give out. */

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

const byId = z.object({ id: anyContentId });

export const getBlocked = {
  method: 'GET',
  path: '/local/blocked',
  summary: 'What is blocked, newest first',
  answers: { 200: { description: 'The list', schema: blockedList } },
  problems: [],
} as const satisfies EndpointContract;

export const postBlocked = {
  method: 'POST',
  path: '/local/blocked',
  summary: 'Block a content: its bytes are removed, and it is neither given out nor taken again',
  body: { schema: blockRequest },
  answers: { 201: { description: 'Blocked', schema: blockedContent } },
  problems: ['invalid_content_id', 'unsupported_content_id'],
} as const satisfies EndpointContract;

export const deleteBlocked = {
  method: 'DELETE',
  path: '/local/blocked/{id}',
  summary: 'Lift a block; the bytes do not come back by themselves',
  params: byId,
  answers: { 200: { description: 'Whether it was blocked', schema: unblocked } },
  problems: ['invalid_content_id', 'unsupported_content_id'],
} as const satisfies EndpointContract;
