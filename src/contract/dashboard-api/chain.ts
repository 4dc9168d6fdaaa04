import * as z from 'zod';
import { address, nanoTon } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';

/** Which wallet signs and pays: the node's own, the one for practice, or one that is connected by TON Connect. */
export const payer = z.enum(['service_wallet', 'practice_wallet', 'wallet']);
export type Payer = z.infer<typeof payer>;

export const localWallet = z.object({
  payer,
  address,
  /** null: not known, the chain cannot be reached. */
  balance: nanoTon.nullable(),
  /** The app that holds it, where it is connected. */
  app: z.string().nullable(),
});
export type LocalWallet = z.infer<typeof localWallet>;

/** GET /local/chain */
export const chainState = z.object({
  network: z.enum(['off', 'embedded', 'testnet', 'mainnet']),
  state: z.enum(['off', 'starting', 'syncing', 'ok', 'unavailable']),
  /** Why it is not ok, and what to do. */
  message: z.string().nullable(),
  /** Where the chain is asked; null: inside this node. */
  endpoint: z.string().nullable(),
  /** The masterchain seqno up to which everything is known. */
  height: z.int(),
  platform: z.object({
    address,
    state: z.enum(['deployed', 'missing', 'unknown']),
    /** `own`: this node's; `configured`; else the public node that it was taken over from. */
    source: z.string(),
  }),
  /** The connected wallet is there when there is one. */
  wallets: z.array(localWallet),
  /** Whether test money can be had here. */
  has_faucet: z.boolean(),
  /** What is known of costs before there is an order; what one takes, its quote tells. */
  costs: z.object({
    /** Of a content with a page of description. */
    register: nanoTon,
    /** Beside the price. */
    purchase: nanoTon,
    /** The smallest price above zero. */
    least_price: nanoTon,
    /** Of a resold licence, in parts of 10,000, to the content. */
    resale_share: z.int(),
  }),
});
export type ChainState = z.infer<typeof chainState>;

export const getChain = {
  method: 'GET',
  path: '/local/chain',
  summary: 'How the chain is, and the wallets of this node',
  answers: { 200: { description: 'The state', schema: chainState } },
  problems: [],
} as const satisfies EndpointContract;

/** POST /local/chain/faucet */
const faucetRequest = z.object({ payer: payer.default('practice_wallet'), amount: nanoTon });

export const postFaucet = {
  method: 'POST',
  path: '/local/chain/faucet',
  summary: 'Test money for a wallet of this node, on the embedded chain',
  body: { schema: faucetRequest },
  answers: { 200: { description: 'The state', schema: chainState } },
  problems: ['chain_unavailable', 'not_implemented'],
} as const satisfies EndpointContract;

/** POST /local/chain/recovery-words: the words of the node's own wallet, in their order. */
export const walletMnemonic = z.object({ address, words: z.array(z.string()).length(24) });
export type WalletMnemonic = z.infer<typeof walletMnemonic>;

export const postRecoveryWords = {
  method: 'POST',
  path: '/local/chain/recovery-words',
  summary: 'The words that bring the node’s own wallet back in any wallet app',
  answers: { 200: { description: 'The words', schema: walletMnemonic } },
  problems: [],
} as const satisfies EndpointContract;
