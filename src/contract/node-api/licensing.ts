import * as z from 'zod';
import { address, anyAddress, contentId, sha256Hex } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { receipt } from '../receipt.ts';

/** Keys of encrypted contents. */

const keyReference = z.object({
  content_address: address,
  content_id: contentId.meta({ description: 'Id of the encrypted file' }),
  key_hash: sha256Hex,
});

export const deliveredKey = keyReference.extend({
  key: z
    .string()
    .max(4096)
    .meta({
      description: 'An armored age file for the recipient, which contains the key (an age identity)',
      examples: ['-----BEGIN AGE ENCRYPTED FILE-----\nYWdlLWVuY3J5cHRpb24ub3JnL3Yx…'],
    }),
  receipt: receipt
    .nullable()
    .meta({ description: 'null for the owner of the content, and while the index lags' }),
});
export type DeliveredKey = z.output<typeof deliveredKey>;

const contentAddress = anyAddress.meta({
  description: 'Address of the content on the chain, in any form',
  examples: ['kQAREREREREREREREREREREREREREREREREREREREREREV2Z'],
});

export const getContentKey = {
  method: 'GET',
  path: '/api/v1/content.key',
  summary: 'Get the key of a content, as its owner or a licence holder, encrypted to a given recipient',
  description:
    'Without a token: `licence_address` names a licence of the content, and `recipient` is the one that the last change of its owner named on the chain (`deliver_to`). In every other case the answer is 401.',
  scope: 'content:read',
  token: 'optional',
  query: z.object({
    content_address: contentAddress,
    recipient: z
      .string()
      .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'must be an age recipient: age1…')
      .meta({ examples: ['age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'] }),
    licence_address: anyAddress.optional().meta({
      description: 'The licence for the receipt, if the user has several; required without a token',
    }),
  }),
  responses: { 200: { description: 'The key', schema: deliveredKey } },
  problems: ['content_not_found', 'key_not_found', 'licence_required', 'blocked', 'chain_unavailable'],
} as const satisfies EndpointContract;

export const putContentKey = {
  method: 'PUT',
  path: '/api/v1/content.key',
  summary: 'Deposit the key of a content, so that this node gives it to buyers',
  description:
    'Any account may deposit the key whose SHA-256 is registered on the chain, if it decrypts the stored file. The node gives it to licence holders only.',
  scope: 'storage:write',
  body: {
    schema: z.object({
      content_address: contentAddress,
      key: z
        .string()
        .max(200)
        .meta({ description: 'An age identity: AGE-SECRET-KEY-1…', examples: ['AGE-SECRET-KEY-1EXAMPLE'] }),
    }),
  },
  responses: { 200: { description: 'Stored', schema: keyReference } },
  problems: [
    'content_not_found',
    'key_not_found',
    'not_yours',
    'key_invalid',
    'blocked',
    'chain_unavailable',
  ],
} as const satisfies EndpointContract;
