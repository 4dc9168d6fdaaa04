import type { CollectionManifest } from '../../../contract/collection-manifest.ts';
import { manifestLimits, manifestType } from '../../../contract/collection-manifest.ts';
import type { Catalogue } from '../../content/index.ts';
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
  const reader = await catalogue.reader(content);
  try {
    const bytes = Buffer.alloc(content.size);
    let at = 0;
    while (at < bytes.length) {
      const piece = await reader.read(at, bytes.length - at);
      if (piece.length === 0) return undefined;
      bytes.set(piece, at);
      at += piece.length;
    }
    return readManifest(bytes);
  } finally {
    await reader.close();
  }
}
