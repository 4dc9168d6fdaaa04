import {
  type CollectionManifest,
  collectionManifest,
  manifestLimits,
  type UnsignedManifest,
} from '../../../contract/collections/manifest.ts';
import { canonicalJson } from '../../../crypto/canonical-json.ts';
import { type Identity, verifySignature } from '../../../crypto/identity.ts';

/** Returns the signed bytes: a prefix line and the RFC 8785 form without the signature (docs/collections.md). */
function manifestBytes(manifest: Omit<CollectionManifest, 'signature'> & { signature?: string }): Buffer {
  const { signature: _, ...signed } = manifest;
  return Buffer.from(`alcove collection v1\n${canonicalJson(signed)}`);
}

/** Signs a manifest as this node. @param wallet a wallet that the owner has proved */
export function signManifest(
  identity: Pick<Identity, 'id' | 'sign'>,
  content: UnsignedManifest,
  wallet: string | null,
): CollectionManifest {
  const unsigned = { ...content, alcove_collection: 1, node: identity.id, wallet } as const;
  return { ...unsigned, signature: identity.sign(manifestBytes(unsigned)) };
}

/** Returns a manifest as a file: one line of canonical JSON. */
export const manifestFile = (manifest: CollectionManifest): Buffer =>
  Buffer.from(`${canonicalJson(manifest)}\n`);

/** Reads and verifies a manifest; undefined for any other bytes, even the same object in another form. */
export function readManifest(file: Uint8Array): CollectionManifest | undefined {
  if (file.length > manifestLimits.bytes) return undefined;
  const manifest = parsed(file);
  if (!manifest || !manifestFile(manifest).equals(file)) return undefined;
  return verifySignature(manifest.node, manifestBytes(manifest), manifest.signature) ? manifest : undefined;
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
