import * as z from 'zod';
import { timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';

export const connection = z.object({
  connection_link: z.url().meta({
    description: 'Opens the wallet; also as a QR code',
    examples: [
      'https://app.tonkeeper.com/ton-connect?v=2&id=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    ],
  }),
  wallet_app_name: z.string().meta({ examples: ['tonkeeper'] }),
  expires_at: timestamp,
});

export const getTonConnectNew = {
  method: 'GET',
  path: '/api/v1/tonconnect.new',
  aliases: ['/api/v1/walletlink.new'],
  summary: 'Begin a TON Connect session that this node keeps',
  description:
    'When the wallet answers with a valid proof, it is linked to the user of the token and can sign in. An API token therefore needs the scopes `storage:write`, `content:read` and `chain:send`.',
  deprecated: { since: 1_767_225_600 },
  token: 'required',
  query: z.object({
    wallet_app_name: z
      .string()
      .optional()
      .meta({ description: 'Which wallet to connect; the first of the list where not given' }),
  }),
  answers: { 200: { description: 'A link for the wallet', schema: connection } },
  problems: ['insufficient_scope'],
} as const satisfies EndpointContract;

export const postTonConnectLogout = {
  method: 'POST',
  path: '/api/v1/tonconnect.logout',
  aliases: ['/api/v1/walletlink.logout'],
  summary: 'End the session and its TON Connect session, and unlink the selected wallet',
  description: 'Idempotent: a token that was ended this way gets the same answer again.',
  deprecated: { since: 1_767_225_600 },
  answers: { 200: { description: 'Signed out', schema: z.object({ success: z.literal(true) }) } },
  problems: ['unauthorized'],
} as const satisfies EndpointContract;
