import * as z from 'zod';
import {
  address,
  anyAddress,
  anyContentId,
  contentId,
  contentIdProblems,
  licenceKind,
  nanoTon,
  timestamp,
} from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';

/** Web clients send amounts as text or as numbers, which their floating-point arithmetic may leave with a fraction. */
const amount = z.union([
  z
    .string()
    .regex(/^\d{1,20}(\.\d{1,20})?$/)
    .meta({ examples: ['1500000000'] }),
  z.number().nonnegative().max(Number.MAX_SAFE_INTEGER),
]);

const payWith = z
  .literal('service_wallet')
  .optional()
  .meta({ description: 'For API tokens: pay from the fee wallet of the node, within its daily limit' });

/** The message for the wallet's `sendTransaction`. */
const walletMessage = z.object({
  address: z.union([address, z.literal('free')]),
  amount: nanoTon,
  payload: z.string().meta({ description: 'Base64 of the BoC', examples: ['te6cckEBAQEAAgAAAEysuc0='] }),
  valid_until: z.int().meta({ description: 'Unix seconds', examples: [1769861400] }),
  query_id: z.string().meta({ examples: ['1769860800'] }),
  message: z
    .string()
    .optional()
    .meta({ examples: ['Confirm in your wallet'] }),
});

/** Reasons to refuse either message. */
const messageProblems = ['order_open', 'limit_reached', 'insufficient_balance', 'chain_unavailable'] as const;

export const postNewContentMessage = {
  method: 'POST',
  path: '/api/v1/blockchain.sendNewContentMessage',
  summary: 'Prepare the message that registers a content on the chain',
  scope: 'chain:send',
  body: {
    schema: z.object({
      title: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .meta({ examples: ['Summer song'] }),
      authors: z
        .array(z.string().trim().min(1).max(100))
        .max(20)
        .meta({ examples: [['Ada Lovelace']] }),
      content: anyContentId,
      image: z.union([z.literal(''), anyContentId]),
      preview: z
        .union([z.literal(''), anyContentId])
        .optional()
        .meta({
          description:
            'A plain content that those without a licence may open: stored here, not sold, at most 8 MB, and like the content audio, video or an image (for other types an image)',
        }),
      description: z
        .string()
        .max(5000)
        .meta({ examples: ['Recorded by the sea'] }),
      price: amount.meta({
        description: 'In nanograms, within 0.001 of a whole number',
      }),
      resaleLicensePrice: amount,
      allowResale: z.boolean(),
      royaltyParams: z
        .array(z.object({ address: anyAddress, value: z.number().min(0).max(10_000) }))
        .max(10)
        .meta({
          description:
            'Shares of each sale in 1/10,000; fractions are rounded so that the sum stays the same (largest remainder)',
        }),
      hashtags: z
        .array(z.string().min(1).max(100))
        .max(30)
        .optional()
        .meta({ examples: [['summer']] }),
      downloadable: z.boolean().optional(),
      pay_with: payWith,
    }),
  },
  responses: { 200: { description: 'The message', schema: walletMessage } },
  problems: [
    ...contentIdProblems,
    'blocked',
    'already_registered',
    'encrypting',
    'not_yours',
    'insufficient_storage',
    'wallet_required',
    ...messageProblems,
  ],
} as const satisfies EndpointContract;

export const postPurchaseContent = {
  method: 'POST',
  path: '/api/v1/blockchain.sendPurchaseContent',
  aliases: ['/api/v1/blockchain.sendPurchaseContentMessage'],
  summary: 'Prepare the message that buys a licence',
  scope: 'chain:send',
  body: {
    schema: z.object({ content_address: anyAddress, license_type: licenceKind, pay_with: payWith }),
  },
  responses: {
    200: { description: 'The message', schema: walletMessage.extend({ license_type: licenceKind }) },
  },
  problems: ['content_not_found', 'blocked', 'already_licensed', 'content_withdrawn', ...messageProblems],
} as const satisfies EndpointContract;

/** An order that a user was asked to send, and its result. */
const order = z.object({
  query_id: z.string().meta({ examples: ['1769860800'] }),
  kind: z.enum(['register', 'purchase']),
  state: z.enum(['open', 'confirmed', 'expired', 'refused']).meta({
    description:
      'open: may still be confirmed; expired: not confirmed in time, not charged; refused: the money was returned',
  }),
  content_id: contentId.nullable(),
  content_address: address.nullable(),
  license_type: licenceKind.nullable(),
  price: nanoTon.nullable(),
  amount: nanoTon,
  created_at: timestamp,
  valid_until: timestamp,
  settled_at: timestamp.nullable(),
});

export const getIntents = {
  method: 'GET',
  path: '/api/v1/blockchain.intents',
  summary: 'List the prepared transactions of the caller and their states, newest first, at most 100',
  scope: 'chain:send',
  responses: { 200: { description: 'The transactions', schema: z.object({ items: z.array(order) }) } },
} as const satisfies EndpointContract;
