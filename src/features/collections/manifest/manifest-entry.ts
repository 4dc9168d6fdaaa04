import type { CollectionManifest } from '../../../contract/collections/manifest.ts';
import { manifestType } from '../../../contract/collections/media-types.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { recordedMediaType } from '../../../core/media-type/media-type.ts';
import { printable } from '../../../core/printable.ts';
import type { ContentFacts } from '../collection.ts';

export type ManifestEntry = CollectionManifest['entries'][number];

const nothing = Buffer.alloc(0);

/** Returns what a manifest says about an entry; a collection is described as its manifest. */
export function factsOf(entry: ManifestEntry): ContentFacts {
  const name = printable(entry.title);
  if ('manifest_id' in entry) {
    return { sha256: parseContentId(entry.manifest_id).sha256, name, size: 0, contentType: manifestType };
  }
  const { sha256 } = parseContentId(entry.content_id);
  const contentType = recordedMediaType({ declared: entry.content_type, head: nothing });
  return { sha256, name, size: entry.size, contentType };
}
