import * as z from 'zod';
import { address, anyAddress, nanoTon, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';

/** A signed-in user as shown to other users of the node. */
export const user = z.object({
  id: z.string().meta({ examples: ['V1StGXR8_Z5j'] }),
  is_owner: z.boolean().meta({ description: 'Whether the user owns the node' }),
  telegram_id: z
    .int()
    .nullable()
    .meta({ examples: [279058397] }),
  username: z
    .string()
    .nullable()
    .meta({ examples: ['ada'] }),
  first_name: z
    .string()
    .nullable()
    .meta({ examples: ['Ada'] }),
  last_name: z
    .string()
    .nullable()
    .meta({ examples: ['Lovelace'] }),
  created_at: timestamp,
});
export type UserDocument = z.infer<typeof user>;

export const connectedWallet = z.object({
  version: z.string().meta({ description: 'Version of the wallet contract', examples: ['v5R1'] }),
  address,
  proven: z.boolean().meta({
    description:
      'Whether the user proved this wallet. An unproven one has no rights, and its version is `unknown`',
  }),
  ton_balance: nanoTon.nullable().meta({
    description:
      'Nanograms, up to 30 seconds old; null without a chain, until it answers, and for an unproven wallet',
  }),
});
export type ConnectedWallet = z.infer<typeof connectedWallet>;

/** The account and proof items of TON Connect, as in responses of wallets. */
export const tonProof = z.object({
  account: z.object({
    address: anyAddress,
    publicKey: z
      .stringFormat('key', /^[0-9a-fA-F]{64}$/)
      .optional()
      .meta({ examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] }),
    walletStateInit: z
      .string()
      .max(16_384)
      .optional()
      .meta({ description: 'Base64 of the BoC', examples: ['te6cckEBAQEAAgAAAEysuc0='] }),
    chain: z
      .string()
      .max(16)
      .optional()
      .meta({
        description: '-239 main network, -3 test network; a practice chain has its own id',
        examples: ['-239'],
      }),
  }),
  ton_proof: z.object({
    timestamp: z
      .union([z.int().nonnegative(), z.stringFormat('seconds', /^\d{1,15}$/)])
      .meta({ description: 'Unix seconds', examples: [1769860800] }),
    domain: z
      .object({ lengthBytes: z.int().min(0).max(255), value: z.string().max(255) })
      .meta({ examples: [{ lengthBytes: 16, value: 'node.example.org' }] }),
    signature: z
      .string()
      .max(128)
      .meta({
        description: 'Base64 of 64 bytes',
        examples: [
          'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==',
        ],
      }),
    payload: z
      .string()
      .max(256)
      .meta({
        description: '`auth_v1_token` of an earlier response',
        examples: ['3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
      }),
    state_init: z
      .string()
      .max(16_384)
      .optional()
      .meta({ description: 'Base64 of the BoC', examples: ['te6cckEBAQEAAgAAAEysuc0='] }),
  }),
});
export type TonProofInput = z.infer<typeof tonProof>;

export const signedIn = z.object({
  user: user.nullable().meta({ description: 'null: the token is a challenge without rights' }),
  connected_wallet: connectedWallet.nullable(),
  auth_v1_token: z.string().meta({
    description: 'Token for this node, and the payload that a wallet signs in its proof',
    examples: ['3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  }),
});

export const postAuthTwa = {
  method: 'POST',
  path: '/api/v1/auth.twa',
  aliases: ['/api/v1/auth.webapp'],
  summary: 'Sign in with Telegram, a wallet, or both',
  description:
    'Without `ton_proof`, the token is also the payload for the wallet’s proof: valid once, for 20 minutes. With an empty object, the token is a challenge without rights. A valid proof returns a new token and ends the token that was its payload. An invalid proof changes nothing.',
  body: {
    schema: z.object({
      twa_data: z
        .string()
        .max(8192)
        .nullish()
        .meta({
          description: 'Telegram Web App init data; empty or null outside of Telegram',
          examples: [
            'user=%7B%22id%22%3A279058397%7D&auth_date=1769860800&hash=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          ],
        }),
      ton_proof: tonProof.nullish(),
    }),
  },
  responses: { 200: { description: 'A token', schema: signedIn } },
  problems: [
    'invalid_twa_data',
    'invalid_ton_proof',
    'sign_in_not_allowed',
    'twa_not_configured',
    'chain_unavailable',
  ],
} as const satisfies EndpointContract;

export const postSelectWallet = {
  method: 'POST',
  path: '/api/v1/auth.selectWallet',
  summary: 'Select the wallet that the user has connected',
  description:
    'A wallet that the user has not proven is used for purchases only: its licences open for this user when the chain shows a purchase that this user ordered here for it, and as long as it holds them. It is no identity and gives no other rights; a proof through `auth.twa` does. A user has at most one, the last; selecting a proven wallet, or a proof, ends it. The owner of the node, and so API tokens, can select proven wallets only.',
  // The connected wallet decides what a bot with this scope can spend.
  scope: 'chain:send',
  body: { schema: z.object({ wallet_address: anyAddress }) },
  responses: {
    200: { description: 'The selected wallet', schema: z.object({ connected_wallet: connectedWallet }) },
  },
  problems: ['wallet_not_linked'],
} as const satisfies EndpointContract;

export const account = z.object({
  user,
  connected_wallet: connectedWallet.nullable(),
  wallets: z.array(connectedWallet),
});

export const getAccount = {
  method: 'GET',
  path: '/api/v1/account',
  summary: 'Get the user of the token',
  deprecated: { since: 1_767_225_600 },
  token: 'required',
  responses: { 200: { description: 'The user', schema: account } },
} as const satisfies EndpointContract;

export const connection = z.object({
  connection_link: z.url().meta({
    description: 'Link that opens the wallet; also for a QR code',
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
  summary: 'Start a TON Connect session on this node',
  description:
    'A valid proof links the wallet to the user of the token, and the wallet can then sign in. An API token therefore needs the scopes `storage:write`, `content:read` and `chain:send`.',
  deprecated: { since: 1_767_225_600 },
  token: 'required',
  query: z.object({
    wallet_app_name: z
      .string()
      .optional()
      .meta({ description: 'The wallet to connect; default: the first of the list' }),
  }),
  responses: { 200: { description: 'A link for the wallet', schema: connection } },
  problems: ['insufficient_scope'],
} as const satisfies EndpointContract;

export const postTonConnectLogout = {
  method: 'POST',
  path: '/api/v1/tonconnect.logout',
  aliases: ['/api/v1/walletlink.logout'],
  summary: 'End the session and its TON Connect session, and unlink the selected wallet',
  description:
    'Idempotent: repeating the request with the ended token returns the same answer. An API token stays valid, and the wallet that it has connected is disconnected and unlinked; it needs the scopes of `tonconnect.new`.',
  deprecated: { since: 1_767_225_600 },
  responses: { 200: { description: 'Signed out', schema: z.object({ success: z.literal(true) }) } },
  problems: ['unauthorized', 'insufficient_scope'],
} as const satisfies EndpointContract;

/** Source: TON Connect, “requests and responses”, app manifest. */
export const tonConnectManifest = z.object({
  url: z.url().meta({ examples: ['https://node.example.org'] }),
  name: z.string().meta({ examples: ['Alcove'] }),
  iconUrl: z.url().meta({ examples: ['https://node.example.org/api/icon.png'] }),
  termsOfUseUrl: z
    .url()
    .optional()
    .meta({ examples: ['https://node.example.org/terms'] }),
  privacyPolicyUrl: z
    .url()
    .optional()
    .meta({ examples: ['https://node.example.org/privacy'] }),
});

export const getTonConnectManifest = {
  method: 'GET',
  anyOrigin: true,
  path: '/api/tonconnect-manifest.json',
  aliases: ['/api/walletlink-manifest.json'],
  summary: 'Get the manifest of this node for wallets',
  responses: { 200: { description: 'TON Connect manifest', schema: tonConnectManifest } },
} as const satisfies EndpointContract;

export const getIcon = {
  method: 'GET',
  anyOrigin: true,
  path: '/api/icon.png',
  summary: 'Get the icon of this node, 180 × 180',
  responses: { 200: { description: 'A PNG', mediaType: 'image/png' } },
} as const satisfies EndpointContract;
