import type { CollectionManifest } from '../../../contract/collections/manifest.ts';
import {
  type CollectionDetails,
  collectionLimits,
} from '../../../contract/dashboard-api/library/collections.ts';
import { contentNotFound } from '../../../core/content-errors.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { NodeError } from '../../../core/node-error.ts';
import { type Catalogue, storedManifest } from '../../content/index.ts';
import type { ContentFacts } from '../collection.ts';
import type { CollectionService } from '../collection-service.ts';
import { factsOf, type ManifestEntry } from './manifest-entry.ts';

export interface ImportOptions {
  catalogue: Pick<Catalogue, 'find' | 'reader'>;
  collections: Pick<CollectionService, 'create' | 'insert' | 'get' | 'delete'>;
  /** Keeps a manifest out of lists of files. */
  hide: (sha256: Buffer) => Promise<void>;
}

/**
 * Creates a collection from a stored manifest. Contents that are not stored here become entries without a file.
 * @throws NodeError `content_not_found`, `invalid_request` for other bytes, and the limits of collections
 */
export async function importCollection(
  { catalogue, collections, hide }: ImportOptions,
  contentId: string,
): Promise<CollectionDetails> {
  const { sha256 } = parseContentId(contentId);
  if (!catalogue.find(sha256)) throw contentNotFound();
  const manifest = await storedManifest(catalogue, sha256);
  if (!manifest) throw new NodeError('invalid_request', 'collections.notManifest');
  const imported = [sha256];
  const root = await create(manifest, null, 1);
  for (const one of imported) await hide(one);
  return collections.get(root);

  async function create(
    { kind, title, description, artists, entries }: CollectionManifest,
    parentId: string | null,
    depth: number,
  ): Promise<string> {
    const { id } = await collections.create({ kind, title, description, artists, parent_id: parentId });
    try {
      let pending: ContentFacts[] = [];
      for (const entry of entries) {
        const inner = await innerOf(entry, depth);
        if (!inner) {
          pending.push(factsOf(entry));
          continue;
        }
        await collections.insert(id, pending, null);
        pending = [];
        await create(inner, id, depth + 1);
      }
      await collections.insert(id, pending, null);
    } catch (error) {
      if (parentId === null) await collections.delete(id);
      throw error;
    }
    return id;
  }

  /** Returns the manifest of a collection in another one, if it is stored here. */
  async function innerOf(entry: ManifestEntry, depth: number): Promise<CollectionManifest | undefined> {
    if (!('manifest_id' in entry) || depth >= collectionLimits.depth) return undefined;
    const id = parseContentId(entry.manifest_id).sha256;
    const inner = await storedManifest(catalogue, id);
    if (inner) imported.push(id);
    return inner;
  }
}
