import * as z from 'zod';
import {
  address,
  contentId,
  licenceKind,
  nanoTon,
  publicKey,
  sha256Hex,
  signature,
  timestamp,
} from './common.ts';

/** The chain's data of a licence, as in a receipt. */
export const licenceFacts = z.strictObject({
  network: z.enum(['embedded', 'testnet', 'mainnet']),
  content_address: address,
  content_id: contentId.meta({ description: 'Of the sealed file' }),
  key_hash: sha256Hex.meta({ description: 'Of the key that opens the file' }),
  licence_address: address,
  licence: licenceKind,
  owner: address.meta({ description: 'Who held the licence when the key was delivered' }),
  price: nanoTon.meta({ description: 'What was paid for the licence when it was issued' }),
  issued_at: timestamp,
  transaction: sha256Hex.meta({
    description: 'Hash of the platform’s transaction that tells that the licence was issued',
  }),
});
export type LicenceFacts = z.output<typeof licenceFacts>;

/** The statement of a node that gives out the key of a licence (docs/receipts.md). */
export const receipt = licenceFacts.extend({
  alcove_receipt: z.literal(1).meta({ description: 'The version of this format' }),
  delivered_at: timestamp,
  node: publicKey.meta({ description: 'The key of the node that delivered' }),
  signature,
});
export type Receipt = z.output<typeof receipt>;
