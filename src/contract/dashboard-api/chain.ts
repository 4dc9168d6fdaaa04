import * as z from 'zod';
import { address, nanoTon } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { nodeMessage } from '../messages/message.ts';

/** The wallet that signs and pays: the node's own, the one for practice, or one connected by TON Connect. */
export const payer = z.enum(['service_wallet', 'practice_wallet', 'wallet']);
export type Payer = z.infer<typeof payer>;

export const localWallet = z.object({
  payer,
  address,
  /** null when the chain is unreachable. */
  balance: nanoTon.nullable(),
  /** The wallet app, if the wallet is connected. */
  app: z.string().nullable(),
  /** The page of the practice wallet app, where its user confirms. */
  page_url: z.url().nullable(),
});
export type LocalWallet = z.infer<typeof localWallet>;

export const chainState = z.object({
  network: z.enum(['off', 'embedded', 'testnet', 'mainnet']),
  state: z.enum(['off', 'starting', 'syncing', 'ok', 'unavailable']),
  /** Cause and remedy, if the status is not ok. */
  message: nodeMessage.nullable(),
  /** Endpoint of the chain; null: inside this node. */
  endpoint: z.string().nullable(),
  /** The masterchain seqno up to which the index is complete. */
  height: z.int(),
  platform: z.object({
    address,
    state: z.enum(['deployed', 'missing', 'unknown']),
    /** `own`: this node's; `configured`: from the settings; otherwise the public node that announced the platform. */
    source: z.string(),
  }),
  /** Includes the connected wallet, if any. */
  wallets: z.array(localWallet),
  /** Whether a faucet of test money is available. */
  has_faucet: z.boolean(),
  /** Approximate costs before an order; the quote of an order has the exact ones. */
  costs: z.object({
    /** For a content with a page of description. */
    register: nanoTon,
    /** In addition to the price. */
    purchase: nanoTon,
    /** The smallest price above zero. */
    least_price: nanoTon,
    /** Part of a resale price that goes to the royalties of the content, in parts of 10,000. */
    resale_share: z.int(),
  }),
});
export type ChainState = z.infer<typeof chainState>;

export const getChain = {
  method: 'GET',
  path: '/local/chain',
  summary: 'Get the state of the chain and the wallets of this node',
  responses: { 200: { description: 'The state', schema: chainState } },
} as const satisfies EndpointContract;

export const postFaucet = {
  method: 'POST',
  path: '/local/chain/faucet',
  summary: 'Get test money for a wallet of this node, on the embedded chain',
  body: { schema: z.object({ payer: payer.default('practice_wallet'), amount: nanoTon }) },
  responses: { 200: { description: 'The state', schema: chainState } },
  problems: ['chain_unavailable', 'not_implemented'],
} as const satisfies EndpointContract;

export const walletMnemonic = z.object({ address, words: z.array(z.string()).length(24) });
export type WalletMnemonic = z.infer<typeof walletMnemonic>;

export const postMnemonic = {
  method: 'POST',
  path: '/local/chain/mnemonic',
  summary: 'Get the recovery words of the node’s fee wallet, for any wallet app',
  responses: { 200: { description: 'The words', schema: walletMnemonic } },
} as const satisfies EndpointContract;
