import * as z from 'zod';
import { createdToken, tokenList, tokenRequest } from '../control.ts';
import type { EndpointContract } from '../endpoint.ts';

/** API tokens for bots, in the dashboard. */

export const getTokens = {
  method: 'GET',
  path: '/local/tokens',
  summary: 'The API tokens, without their secrets',
  answers: { 200: { description: 'The tokens', schema: tokenList } },
  problems: [],
} as const satisfies EndpointContract;

export const postToken = {
  method: 'POST',
  path: '/local/tokens',
  summary: 'Make an API token; its secret is in this answer only',
  body: { schema: tokenRequest },
  answers: { 201: { description: 'The token', schema: createdToken } },
  problems: [],
} as const satisfies EndpointContract;

export const deleteToken = {
  method: 'DELETE',
  path: '/local/tokens/{id}',
  summary: 'Make an API token useless',
  params: z.object({ id: z.string().min(1).max(64) }),
  answers: { 200: { description: 'Revoked', schema: z.object({ ok: z.literal(true) }) } },
  problems: ['token_not_found'],
} as const satisfies EndpointContract;
