import * as z from 'zod';
import type { EndpointContract } from '../../endpoint.ts';

const practiceState = z.object({ practice: z.boolean() });

export const postPractice = {
  method: 'POST',
  path: '/local/practice',
  summary: 'Start the practice network; answers when it runs',
  answers: { 200: { description: 'Running', schema: practiceState } },
} as const satisfies EndpointContract;

export const deletePractice = {
  method: 'DELETE',
  path: '/local/practice',
  summary: 'Stop the practice network',
  answers: { 200: { description: 'Stopped', schema: practiceState } },
} as const satisfies EndpointContract;
