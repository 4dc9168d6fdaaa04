import * as z from 'zod';
import type { EndpointContract } from '../../endpoint.ts';

const practiceState = z.object({ practice: z.boolean() });

export const postPractice = {
  method: 'POST',
  path: '/local/practice',
  summary: 'Start the practice network; responds when it runs',
  responses: { 200: { description: 'Running', schema: practiceState } },
} as const satisfies EndpointContract;

export const deletePractice = {
  method: 'DELETE',
  path: '/local/practice',
  summary: 'Stop the practice network',
  responses: { 200: { description: 'Stopped', schema: practiceState } },
} as const satisfies EndpointContract;
