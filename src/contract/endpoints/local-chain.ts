import * as z from 'zod';
import { anyAddress } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import * as chain from '../local-chain.ts';
import { rowsToSkip } from '../long-list.ts';

/** The dashboard's view of the chain: wallets, market, library, orders. */

const page = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const getChain = {
  method: 'GET',
  path: '/local/chain',
  summary: 'How the chain is, and the wallets of this node',
  answers: { 200: { description: 'The state', schema: chain.chainState } },
  problems: [],
} as const satisfies EndpointContract;

export const postFaucet = {
  method: 'POST',
  path: '/local/chain/faucet',
  summary: 'Test money for a wallet of this node, on the embedded chain',
  body: { schema: chain.faucetRequest },
  answers: { 200: { description: 'The state', schema: chain.chainState } },
  problems: ['chain_unavailable', 'not_implemented'],
} as const satisfies EndpointContract;

export const postRecoveryWords = {
  method: 'POST',
  path: '/local/chain/recovery-words',
  summary: 'The words that bring the node’s own wallet back in any wallet app',
  answers: { 200: { description: 'The words', schema: chain.recoveryWords } },
  problems: [],
} as const satisfies EndpointContract;

export const getMarket = {
  method: 'GET',
  path: '/local/market',
  summary: 'What is on the chain',
  query: chain.marketQuery,
  answers: { 200: { description: 'A page', schema: chain.marketPage } },
  problems: [],
} as const satisfies EndpointContract;

export const getMarketItem = {
  method: 'GET',
  path: '/local/market/{address}',
  summary: 'One content on the chain',
  params: z.object({ address: anyAddress }),
  answers: { 200: { description: 'The content', schema: chain.marketItem } },
  problems: ['content_not_found'],
} as const satisfies EndpointContract;

export const getLibrary = {
  method: 'GET',
  path: '/local/library',
  summary: 'The licences of this node’s owner, newest first',
  query: page.extend({ skip: rowsToSkip, shown: chain.shownLicences.default('kept') }),
  answers: { 200: { description: 'A page', schema: chain.library } },
  problems: [],
} as const satisfies EndpointContract;

const byLicence = z.object({ address: anyAddress });

export const getReceipt = {
  method: 'GET',
  path: '/local/library/{address}/receipt',
  summary: 'The receipt of a licence, as a file',
  params: byLicence,
  answers: { 200: { description: 'The receipt', mediaType: 'application/json' } },
  problems: ['not_found'],
} as const satisfies EndpointContract;

export const postDeliver = {
  method: 'POST',
  path: '/local/library/{address}/deliver',
  summary: 'Accept a licence, and try now to bring what it opens here',
  params: byLicence,
  answers: { 200: { description: 'The licence', schema: chain.ownedLicence } },
  problems: ['not_found', 'chain_unavailable'],
} as const satisfies EndpointContract;

export const postDecline = {
  method: 'POST',
  path: '/local/library/{address}/decline',
  summary: 'Hide a licence that was not ordered here; nothing is fetched or kept for it',
  params: byLicence,
  answers: { 200: { description: 'The licence', schema: chain.ownedLicence } },
  problems: ['not_found', 'chain_unavailable'],
} as const satisfies EndpointContract;

export const postFound = {
  method: 'POST',
  path: '/local/library/found',
  summary: 'Say what becomes of the licences that were there when this node first read the chain',
  body: { schema: chain.foundAnswer },
  answers: { 200: { description: 'It is done', schema: z.object({ ok: z.literal(true) }) } },
  problems: ['chain_unavailable'],
} as const satisfies EndpointContract;

export const getOrders = {
  method: 'GET',
  path: '/local/orders',
  summary: 'What was asked of the chain, newest first',
  query: page,
  answers: { 200: { description: 'A page', schema: chain.orderPage } },
  problems: [],
} as const satisfies EndpointContract;

/** What keeps something from being asked of the chain. */
const orderProblems = [
  'invalid_content_id',
  'unsupported_content_id',
  'content_not_found',
  'blocked',
  'already_registered',
  'already_licensed',
  'content_withdrawn',
  'not_for_sale',
  'not_yours',
  'wallet_required',
  'chain_unavailable',
] as const;

export const postOrderQuote = {
  method: 'POST',
  path: '/local/orders/quote',
  summary: 'What an order would take from its wallet; nothing is written down or sent',
  body: { schema: chain.orderRequest },
  answers: { 200: { description: 'The amounts', schema: chain.orderQuote } },
  problems: orderProblems,
} as const satisfies EndpointContract;

export const postOrder = {
  method: 'POST',
  path: '/local/orders',
  summary: 'Ask something of the chain; answers once it is written down and the wallet was asked',
  body: { schema: chain.orderRequest },
  answers: { 200: { description: 'The order', schema: chain.order } },
  problems: [...orderProblems, 'encrypting', 'order_open', 'insufficient_balance'],
} as const satisfies EndpointContract;
