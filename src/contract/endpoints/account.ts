import * as z from 'zod';
import type { EndpointContract } from '../endpoint.ts';
import { connectedWallet, user } from './auth.ts';

export const account = z.object({
  user,
  connected_wallet: connectedWallet.nullable(),
  wallets: z.array(connectedWallet),
});

export const getAccount = {
  method: 'GET',
  path: '/api/v1/account',
  summary: 'Who the token belongs to',
  deprecated: { since: 1_767_225_600 },
  token: 'required',
  answers: { 200: { description: 'The user', schema: account } },
  problems: [],
} as const satisfies EndpointContract;
