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
  content_id: contentId.meta({ description: 'Id of the encrypted file' }),
  key_hash: sha256Hex.meta({ description: 'Hash of the key of the file' }),
  licence_address: address,
  licence: licenceKind,
  owner: address.meta({ description: 'Owner of the licence at the delivery of the key' }),
  price: nanoTon.meta({ description: 'Price of the licence at its issue' }),
  issued_at: timestamp,
  transaction: sha256Hex.meta({
    description: 'Hash of the platform’s transaction that reports the issue of the licence',
  }),
});
export type LicenceFacts = z.output<typeof licenceFacts>;

/** The statement of a node that gives out the key of a licence (docs/receipts.md). */
export const receipt = licenceFacts.extend({
  alcove_receipt: z.literal(1).meta({ description: 'The version of this format' }),
  delivered_at: timestamp,
  node: publicKey.meta({ description: 'Public key of the node that delivered the key' }),
  signature,
});
export type Receipt = z.output<typeof receipt>;
