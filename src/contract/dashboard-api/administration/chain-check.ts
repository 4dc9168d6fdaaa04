import * as z from 'zod';
import { done, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { nodeMessage } from '../../messages/message.ts';

/** Checks the network that this node follows, or another one before the node joins it. */
export const chainCheckRequest = z.object({
  /** Default: the followed network. */
  network: z.enum(['testnet', 'mainnet']).optional(),
  /** The chain service to check instead of those of the settings; null: the public one. */
  endpoint: z.url().max(2000).nullish(),
  /** The key for that service. */
  api_key: z.string().min(1).max(1000).optional(),
});
export type ChainCheckRequest = z.infer<typeof chainCheckRequest>;

export const chainCheck = z.object({
  network: z.enum(['embedded', 'testnet', 'mainnet']),
  started_at: timestamp,
  /** null while it runs. */
  finished_at: timestamp.nullable(),
  /** Whether the node can sell and buy on this network now; false while the check runs. */
  ready: z.boolean(),
  /** What the node's own platform lacks; null while it is unknown. */
  platform_need: z.enum(['deployment', 'metadata', 'nothing']).nullable(),
  checks: z.array(
    z.object({
      id: z.string(),
      title: nodeMessage,
      result: z.enum(['waiting', 'ok', 'warning', 'failed', 'skipped']),
      /** The result, for the user; null while it is awaited. */
      detail: nodeMessage.nullable(),
      /** The remedy; null when none is needed. */
      remedy: nodeMessage.nullable(),
    }),
  ),
});
export type ChainCheck = z.infer<typeof chainCheck>;

const currentCheck = z.object({ check: chainCheck.nullable() });

export const getChainCheck = {
  method: 'GET',
  path: '/local/chain/check',
  summary: 'Get the last check of a network and its progress',
  responses: { 200: { description: 'The check; null without one', schema: currentCheck } },
} as const satisfies EndpointContract;

export const postChainCheck = {
  method: 'POST',
  path: '/local/chain/check',
  summary: 'Check a network: services, fees, wallet, platform, manifest; ends an earlier check',
  body: { schema: chainCheckRequest },
  responses: { 200: { description: 'The check, which has begun', schema: currentCheck } },
  problems: ['chain_unavailable'],
} as const satisfies EndpointContract;

export const deleteChainCheck = {
  method: 'DELETE',
  path: '/local/chain/check',
  summary: 'Cancel the check of a network, or forget its result',
  responses: { 200: { description: 'There is no check any more', schema: done } },
} as const satisfies EndpointContract;
