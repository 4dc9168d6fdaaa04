import type { CollectionManifest } from '../../../contract/collections/manifest.ts';
import { collectionLimits } from '../../../contract/dashboard-api/library/collections.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { Catalogue } from '../catalogue.ts';
import { storedManifest } from './stored-manifests.ts';

/**
 * Returns the contents, covers and nested manifests that a stored manifest names, with those of nested manifests that
 * are stored here; empty for any other content.
 * @throws NodeError `content_damaged`, `limit_reached`
 */
export async function partsOfManifest(
  catalogue: Pick<Catalogue, 'find' | 'reader'>,
  manifest: Buffer,
): Promise<Buffer[]> {
  const most = collectionLimits.entries;
  const parts = new Map<string, Buffer>();
  let count = 0;
  // Each is read once, although manifests of others may name it many times.
  const manifests = new Map([[hashKey(manifest), manifest]]);
  for (const next of manifests.values()) {
    const read = await storedManifest(catalogue, next);
    const { named, nested } = read ? idsIn(read) : { named: [], nested: [] };
    for (const sha256 of nested) manifests.set(hashKey(sha256), sha256);
    for (const sha256 of [...named, ...nested]) parts.set(hashKey(sha256), sha256);
    // Manifests of others may name each other without end in sight, or the same contents again and again.
    count += named.length + nested.length;
    if (count > most) throw new NodeError('limit_reached', message('collections.tooLargeToKeep', { most }));
  }
  return [...parts.values()];
}

function idsIn({ entries, cover_id: cover }: CollectionManifest) {
  const hashes = (ids: readonly string[]) => ids.map((id) => parseContentId(id).sha256);
  return {
    named: hashes([
      ...entries.flatMap((entry) => ('content_id' in entry ? entry.content_id : [])),
      ...(cover === null ? [] : [cover]),
    ]),
    nested: hashes(entries.flatMap((entry) => ('manifest_id' in entry ? entry.manifest_id : []))),
  };
}
