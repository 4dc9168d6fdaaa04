import * as z from 'zod';
import type { EndpointContract } from '../endpoint.ts';

export const codebase = z.object({
  codebase_hash: z.string().meta({ description: 'Full commit hash, or `unknown`' }),
  codebase_branch: z.string(),
});
export type Codebase = z.infer<typeof codebase>;

export const getSystemVersion = {
  method: 'GET',
  path: '/api/system.version',
  summary: 'What this node was built from',
  answers: { 200: { description: 'The code base', schema: codebase } },
  problems: [],
} as const satisfies EndpointContract;

export const getOpenApi = {
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This document',
  answers: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
  problems: [],
} as const satisfies EndpointContract;
