import * as z from 'zod';
import { address, done, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { pageQuery } from '../lists.ts';
import { nodeMessage } from '../messages/message.ts';
import { scope } from '../scopes.ts';

/** Sessions of the dashboard, sign-in of the owner and of users, API tokens. */

const secret = z.string().min(16).max(100);

export const postSession = {
  method: 'POST',
  path: '/local/session',
  summary: 'Open a session with the code of a printed address',
  description: 'A code is valid once, for ten minutes. The session ends when the node stops.',
  /** The code is the part after `#code=`. */
  body: { schema: z.strictObject({ code: secret }) },
  /** The token is for `Authorization: Bearer …`. */
  responses: { 201: { description: 'The session is open', schema: z.object({ token: z.string() }) } },
  problems: ['unauthorized'],
} as const satisfies EndpointContract;

export const postSessionProof = {
  method: 'POST',
  path: '/local/session/proof',
  summary: 'Prove that this node opened a session',
  description:
    'HMAC-SHA256 in base64url throughout. `session` is HMAC(token, "session"); the proof is HMAC(HMAC(token, "proof"), nonce). After a lost connection, a page requests this proof before it sends its token again.',
  body: { schema: z.strictObject({ session: secret, nonce: secret }) },
  responses: { 200: { description: 'The proof', schema: z.object({ proof: z.string() }) } },
  problems: ['unauthorized'],
} as const satisfies EndpointContract;

export const walletConnection = z.object({
  state: z.enum(['pending', 'connected', 'failed', 'expired']),
  wallet_app_name: z.string(),
  connection_link: z.string(),
  expires_at: timestamp,
  /** Abilities that the connected wallet states. */
  features: z.object({ max_messages: z.int(), signs_data: z.boolean() }).nullable(),
  /** Cause of the failure, for the user. */
  message: nodeMessage.nullable(),
});
export type WalletConnection = z.infer<typeof walletConnection>;

const linkedWallet = z.object({ address, version: z.string(), linked_at: timestamp });

export const signInState = z.object({
  who: z.enum(['owner', 'list', 'anyone']),
  /** With `list`: the entries of `sign_in.list`. */
  list: z.array(z.string()),
  owner: z.object({ wallets: z.array(linkedWallet), telegram: z.string().nullable() }),
  /** The most recent attempt to connect the owner's wallet. */
  connection: walletConnection.nullable(),
  wallet_apps: z.array(
    z.object({
      app_name: z.string(),
      name: z.string(),
      /** The page of the practice wallet app, which has no QR code to scan. */
      page_url: z.url().nullable(),
    }),
  ),
  manifest: z.object({
    url: z.string(),
    /** Wallets fetch it from the public internet; false if its address is not reachable from there. */
    reachable: z.boolean(),
  }),
  telegram: z.enum(['off', 'bot_token', 'bot_id']),
  /** Domains for which a proof is valid. */
  domains: z.array(z.string()),
});
export type SignInState = z.infer<typeof signInState>;

export const getSignIn = {
  method: 'GET',
  path: '/local/sign-in',
  summary: 'Get who may sign in, and the owner’s wallet',
  responses: { 200: { description: 'The state', schema: signInState } },
} as const satisfies EndpointContract;

export const postOwnerConnection = {
  method: 'POST',
  path: '/local/sign-in/connection',
  summary: 'Start to connect the owner’s wallet',
  body: { schema: z.object({ wallet_app_name: z.string().min(1).max(64).optional() }) },
  responses: { 201: { description: 'A link to open in the wallet', schema: walletConnection } },
} as const satisfies EndpointContract;

export const deleteOwnerConnection = {
  method: 'DELETE',
  path: '/local/sign-in/connection',
  summary: 'Cancel connecting the owner’s wallet; linked wallets stay linked',
  responses: { 200: { description: 'Ended', schema: done } },
} as const satisfies EndpointContract;

export const deleteOwnerWallet = {
  method: 'DELETE',
  path: '/local/sign-in/owner-wallet',
  summary: 'Unlink a wallet of the owner and end its sessions',
  query: z.object({ address }),
  responses: { 200: { description: 'Unlinked', schema: done } },
  problems: ['wallet_not_linked'],
} as const satisfies EndpointContract;

export const deleteOwnerTelegram = {
  method: 'DELETE',
  path: '/local/sign-in/owner-telegram',
  summary: 'Unlink the owner’s Telegram account, and end the sessions that it alone opened',
  responses: { 200: { description: 'Unlinked', schema: done } },
} as const satisfies EndpointContract;

export const localUser = z.object({
  id: z.string(),
  name: z.string(),
  telegram_id: z.int().nullable(),
  wallets: z.array(linkedWallet),
  created_at: timestamp,
  last_seen_at: timestamp.nullable(),
  sessions: z.int(),
  contents: z.int(),
  content_bytes: z.int(),
  /** The bytes that count against the quota: `content_bytes` and the additional cost of each file and its text. */
  counted_bytes: z.int(),
  quota_bytes: z.int(),
});
export type LocalUser = z.infer<typeof localUser>;

export const getUsers = {
  method: 'GET',
  path: '/local/users',
  summary: 'List the users who have signed in, newest first, without the owner',
  query: pageQuery,
  responses: {
    200: {
      description: 'A page',
      schema: z.object({
        users: z.array(localUser),
        next_cursor: z.string().nullable(),
        total: z.int(),
      }),
    },
  },
} as const satisfies EndpointContract;

export const deleteUserSessions = {
  method: 'DELETE',
  path: '/local/users/{id}/sessions',
  summary: 'Sign a user out everywhere',
  params: z.object({ id: z.string().min(1).max(64) }),
  responses: { 200: { description: 'Signed out', schema: done } },
  problems: ['user_not_found'],
} as const satisfies EndpointContract;

export const tokenRequest = z.object({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(scope).min(1).max(10),
});

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
});
export type ApiTokenDocument = z.infer<typeof apiToken>;

export const createdToken = apiToken.extend({ token: z.string() });
export type CreatedTokenDocument = z.infer<typeof createdToken>;

export const tokenList = z.object({ tokens: z.array(apiToken) });

export const getTokens = {
  method: 'GET',
  path: '/local/tokens',
  summary: 'List the API tokens, without their secrets',
  responses: { 200: { description: 'The tokens', schema: tokenList } },
} as const satisfies EndpointContract;

export const postToken = {
  method: 'POST',
  path: '/local/tokens',
  summary: 'Create an API token; only this response contains its secret',
  body: { schema: tokenRequest },
  responses: { 201: { description: 'The token', schema: createdToken } },
} as const satisfies EndpointContract;

export const deleteToken = {
  method: 'DELETE',
  path: '/local/tokens/{id}',
  summary: 'Revoke an API token',
  params: z.object({ id: z.string().min(1).max(64) }),
  responses: { 200: { description: 'Revoked', schema: done } },
  problems: ['token_not_found'],
} as const satisfies EndpointContract;
