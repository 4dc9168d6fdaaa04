import * as z from 'zod';
import { address, contentId, publicKey, signature, timestamp } from '../common.ts';

export const collectionKind = z.enum(['album', 'playlist', 'folder']);
export type CollectionKind = z.infer<typeof collectionKind>;

/** The format of a published collection (docs/collections.md). */

export const manifestLimits = {
  bytes: 1024 * 1024,
  /** Also the limit of a collection, so that each can be published. */
  entries: 10_000,
} as const;

const text = (longest: number) => z.string().max(longest);

const manifestContent = z.strictObject({
  content_id: contentId,
  title: text(1000),
  size: z.int().nonnegative(),
  content_type: text(255),
  duration_ms: z.int().nonnegative().nullable().meta({ description: 'Length of sound or film' }),
});

const manifestChild = z.strictObject({
  manifest_id: contentId.meta({ description: 'Content id of the manifest of a collection in this one' }),
  title: text(200),
});

export const collectionManifest = z.strictObject({
  alcove_collection: z.literal(1).meta({ description: 'The version of this format' }),
  kind: collectionKind,
  title: text(200).min(1),
  description: text(5000),
  artists: z.array(text(100)).max(20),
  cover_id: contentId.nullable(),
  entries: z.array(z.union([manifestContent, manifestChild])).max(manifestLimits.entries),
  created_at: timestamp,
  collection_id: text(64)
    .min(1)
    .optional()
    .meta({ description: 'The same in all editions of a collection that this wallet published' }),
  node: publicKey.meta({ description: 'Public key of the node that signed it' }),
  wallet: address.nullable().meta({ description: 'Wallet that the owner of that node has proved there' }),
  wallet_key: publicKey.optional().meta({ description: 'Public key of the fee wallet that also signed it' }),
  wallet_signature: signature.optional(),
  signature,
});
export type CollectionManifest = z.output<typeof collectionManifest>;
export type UnsignedManifest = Omit<
  CollectionManifest,
  'alcove_collection' | 'node' | 'wallet' | 'wallet_key' | 'wallet_signature' | 'signature'
>;

export const soldCollectionLimits = { bytes: 2 * 1024 * 1024, parts: 1000 } as const;

export const soldCollectionDocument = z.strictObject({
  alcove_sold_collection: z.literal(1).meta({ description: 'The version of this format' }),
  keys: z
    .array(z.string().regex(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/))
    .min(1)
    .max(soldCollectionLimits.parts)
    .meta({ description: 'Content keys, in the order of the entries of the manifest' }),
  manifest: collectionManifest,
});
