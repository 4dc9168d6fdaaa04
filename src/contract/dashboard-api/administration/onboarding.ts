import * as z from 'zod';
import { done } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';

/** First steps of a new owner: store a file, connect to another node, make a recovery file. */
export const firstRunStep = z.enum(['store', 'meet', 'keep']);
export type FirstRunStep = z.infer<typeof firstRunStep>;

/** `done` is detected by the node, however the step was completed; a done or skipped step never reopens. */
export const firstRunState = z.record(firstRunStep, z.enum(['open', 'done', 'skipped']));
export type FirstRunState = z.infer<typeof firstRunState>;

export const postFirstRun = {
  method: 'POST',
  path: '/local/first-run',
  summary: 'Skip some of the first steps',
  body: { schema: z.strictObject({ skip: z.array(firstRunStep).min(1).max(3) }) },
  responses: { 200: { description: 'Skipped, unless already done', schema: done } },
  problems: ['insufficient_storage'],
} as const satisfies EndpointContract;
