import { type CollectionManifest, manifestLimits } from '../../../contract/collections/manifest.ts';
import { manifestType } from '../../../contract/collections/media-types.ts';
import type { Catalogue } from '../catalogue.ts';
import { readWhole } from '../read-whole.ts';
import { readManifest } from './manifest.ts';

/** Reads a stored manifest; undefined where the content is no valid one, or not stored here. */
export async function storedManifest(
  catalogue: Pick<Catalogue, 'find' | 'reader'>,
  sha256: Buffer,
): Promise<CollectionManifest | undefined> {
  const content = catalogue.find(sha256);
  if (!content || content.size > manifestLimits.bytes || content.contentType !== manifestType) {
    return undefined;
  }
  return readManifest(await readWhole(await catalogue.reader(content)));
}
