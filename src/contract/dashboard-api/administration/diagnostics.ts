import * as z from 'zod';
import { timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { nodeMessage } from '../../messages/message.ts';

export const selfTest = z.object({
  checked_at: timestamp,
  checks: z.array(
    z.object({
      id: z.string(),
      title: nodeMessage,
      result: z.enum(['ok', 'warning', 'failed', 'skipped']),
      /** The result, for the user. */
      detail: nodeMessage,
      /** The remedy; null when none is needed. */
      remedy: nodeMessage.nullable(),
    }),
  ),
});
export type SelfTest = z.infer<typeof selfTest>;

export const postSelfTest = {
  method: 'POST',
  path: '/local/self-test',
  summary: 'Run the self-test of this node',
  responses: { 200: { description: 'The results', schema: selfTest } },
} as const satisfies EndpointContract;
