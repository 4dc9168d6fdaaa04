import {
  type CollectionManifest,
  soldCollectionDocument,
  soldCollectionLimits,
} from '../../../contract/collections/manifest.ts';
import { AgeError } from '../../../crypto/age/age-error.ts';
import { AgeIdentity } from '../../../crypto/age/keys/x25519.ts';
import { canonicalJson } from '../../../crypto/canonical-json.ts';
import { manifestFile, readManifest } from '../../content/index.ts';

/** An entry of a sold collection: a content, with its id after encryption. */
export type SoldEntry = Extract<CollectionManifest['entries'][number], { content_id: string }>;

/** A collection that is sold as one. */
export interface SoldCollection {
  /** The public list of its contents. */
  manifest: CollectionManifest;
  parts: { entry: SoldEntry; identity: AgeIdentity }[];
}

/** Returns a sold collection as a file, before its encryption. */
export const soldCollectionFile = (
  manifest: CollectionManifest,
  identities: readonly AgeIdentity[],
): Buffer => fileOf({ alcove_sold_collection: 1, keys: identities.map((one) => one.secretKey()), manifest });

/** Reads and verifies a decrypted sold collection; undefined for any other bytes. */
export function readSoldCollection(file: Uint8Array): SoldCollection | undefined {
  if (file.length > soldCollectionLimits.bytes) return undefined;
  const document = parsed(file);
  const manifest = document && readManifest(manifestFile(document.manifest));
  if (!manifest || !fileOf(document).equals(file)) return undefined;
  const entries = manifest.entries.flatMap((entry) => ('content_id' in entry ? [entry] : []));
  const different = new Set(entries.map(({ content_id: id }) => id));
  const counts = [entries.length, manifest.entries.length, different.size];
  if (counts.some((count) => count !== document.keys.length)) return undefined;
  try {
    const identities = document.keys.map((key) => AgeIdentity.parse(key));
    const parts = entries.flatMap((entry, index) => {
      const identity = identities[index];
      return identity ? [{ entry, identity }] : [];
    });
    return { manifest, parts };
  } catch (error) {
    if (error instanceof AgeError) return undefined;
    throw error;
  }
}

const fileOf = (document: object): Buffer => Buffer.from(`${canonicalJson(document)}\n`);

function parsed(file: Uint8Array) {
  try {
    const read = soldCollectionDocument.safeParse(JSON.parse(Buffer.from(file).toString('utf8'))).data;
    // `canonicalJson` throws for text without a canonical form, such as half of an emoji.
    return read && canonicalJson(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
