import * as z from 'zod';
import { address, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';

/** Who may sign in, the owner's wallet, and who has signed in. */

export const walletConnection = z.object({
  state: z.enum(['pending', 'connected', 'failed', 'expired']),
  wallet_app_name: z.string(),
  connection_link: z.string(),
  expires_at: timestamp,
  /** Why it failed, for a person. */
  message: z.string().nullable(),
});
export type WalletConnection = z.infer<typeof walletConnection>;

const linkedWallet = z.object({ address, version: z.string(), linked_at: timestamp });

export const signInState = z.object({
  who: z.enum(['owner', 'list', 'anyone']),
  /** With `list`: the entries of `sign_in.list`. */
  list: z.array(z.string()),
  owner: z.object({ wallets: z.array(linkedWallet), telegram: z.string().nullable() }),
  /** The newest try to connect the owner's wallet. */
  connection: walletConnection.nullable(),
  wallet_apps: z.array(z.object({ app_name: z.string(), name: z.string() })),
  manifest: z.object({
    url: z.string(),
    /** Wallets fetch it from the public internet: false where it lies at an address they cannot reach. */
    reachable: z.boolean(),
  }),
  telegram: z.enum(['off', 'bot_token', 'bot_id']),
  /** Domains for which a proof counts. */
  domains: z.array(z.string()),
});
export type SignInState = z.infer<typeof signInState>;

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
  /** What the quota counts: `content_bytes`, and for each file and its text what it takes besides. */
  counted_bytes: z.int(),
  quota_bytes: z.int(),
});
export type LocalUser = z.infer<typeof localUser>;

const done = z.object({ ok: z.literal(true) });

export const getSignIn = {
  method: 'GET',
  path: '/local/sign-in',
  summary: 'Who may sign in, and the owner’s wallet',
  answers: { 200: { description: 'How things stand', schema: signInState } },
  problems: [],
} as const satisfies EndpointContract;

export const postOwnerConnection = {
  method: 'POST',
  path: '/local/sign-in/connection',
  summary: 'Begin to connect the owner’s wallet',
  body: { schema: z.object({ wallet_app_name: z.string().min(1).max(64).optional() }) },
  answers: { 201: { description: 'A link to open in the wallet', schema: walletConnection } },
  problems: [],
} as const satisfies EndpointContract;

export const deleteOwnerConnection = {
  method: 'DELETE',
  path: '/local/sign-in/connection',
  summary: 'Give up the connection to the owner’s wallet; what is linked stays linked',
  answers: { 200: { description: 'Ended', schema: done } },
  problems: [],
} as const satisfies EndpointContract;

export const deleteOwnerWallet = {
  method: 'DELETE',
  path: '/local/sign-in/owner-wallet',
  summary: 'Unlink a wallet of the owner and end its sessions',
  query: z.object({ address }),
  answers: { 200: { description: 'Unlinked', schema: done } },
  problems: ['wallet_not_linked'],
} as const satisfies EndpointContract;

export const deleteOwnerTelegram = {
  method: 'DELETE',
  path: '/local/sign-in/owner-telegram',
  summary: 'Forget by what Telegram account the owner is known, and end the sessions that it alone began',
  answers: { 200: { description: 'Forgotten', schema: done } },
  problems: [],
} as const satisfies EndpointContract;

export const getUsers = {
  method: 'GET',
  path: '/local/users',
  summary: 'Who has signed in, newest first; the owner is not among them',
  query: z.object({
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answers: {
    200: {
      description: 'A page',
      schema: z.object({
        users: z.array(localUser),
        next_cursor: z.string().nullable(),
        total: z.int(),
      }),
    },
  },
  problems: [],
} as const satisfies EndpointContract;

export const deleteUserSessions = {
  method: 'DELETE',
  path: '/local/users/{id}/sessions',
  summary: 'Sign a user out everywhere',
  params: z.object({ id: z.string().min(1).max(64) }),
  answers: { 200: { description: 'Signed out', schema: done } },
  problems: ['user_not_found'],
} as const satisfies EndpointContract;
