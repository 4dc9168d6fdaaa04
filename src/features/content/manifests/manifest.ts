import {
  type CollectionManifest,
  collectionManifest,
  manifestLimits,
  type UnsignedManifest,
} from '../../../contract/collections/manifest.ts';
import { canonicalJson } from '../../../crypto/canonical-json.ts';
import { type Identity, verifySignature } from '../../../crypto/identity.ts';

type Signatures = 'signature' | 'wallet_signature';
type Signer = Pick<Identity, 'id' | 'sign'>;

/** Returns the signed bytes: a prefix line and the RFC 8785 form without the signatures (docs/collections.md). */
function manifestBytes(manifest: Omit<CollectionManifest, Signatures> & { [Name in Signatures]?: unknown }) {
  const { signature: _, wallet_signature: __, ...signed } = manifest;
  return Buffer.from(`alcove collection v1\n${canonicalJson(signed)}`);
}

/**
 * Signs a manifest as this node.
 * @param wallet a wallet that the owner has proved
 * @param feeWallet signs it, too, as the wallet that publishes it on other nodes
 */
export function signManifest(
  identity: Signer,
  content: UnsignedManifest,
  wallet: string | null,
  feeWallet?: Signer,
): CollectionManifest {
  const publisher = feeWallet && { wallet_key: feeWallet.id };
  const unsigned = { ...content, ...publisher, alcove_collection: 1, node: identity.id, wallet } as const;
  const bytes = manifestBytes(unsigned);
  const ofWallet = feeWallet && { wallet_signature: feeWallet.sign(bytes) };
  return { ...unsigned, ...ofWallet, signature: identity.sign(bytes) };
}

/** Returns a manifest as a file: one line of canonical JSON. */
export const manifestFile = (manifest: CollectionManifest): Buffer =>
  Buffer.from(`${canonicalJson(manifest)}\n`);

/** Reads and verifies a manifest; undefined for any other bytes, even the same object in another form. */
export function readManifest(file: Uint8Array): CollectionManifest | undefined {
  if (file.length > manifestLimits.bytes) return undefined;
  const manifest = parsed(file);
  if (!manifest || !manifestFile(manifest).equals(file)) return undefined;
  return hasValidSignatures(manifest) ? manifest : undefined;
}

function hasValidSignatures(manifest: CollectionManifest): boolean {
  const { node, signature, wallet_key: key, wallet_signature: ofWallet } = manifest;
  const bytes = manifestBytes(manifest);
  if (!verifySignature(node, bytes, signature)) return false;
  if (key === undefined || ofWallet === undefined) return key === ofWallet;
  return verifySignature(key, bytes, ofWallet);
}

function parsed(file: Uint8Array): CollectionManifest | undefined {
  try {
    const read = collectionManifest.safeParse(JSON.parse(Buffer.from(file).toString('utf8'))).data;
    // `canonicalJson` throws for text without a canonical form, such as half of an emoji.
    return read && canonicalJson(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
