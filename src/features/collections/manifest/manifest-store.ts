import { Readable } from 'node:stream';
import { manifestLimits } from '../../../contract/collections/manifest.ts';
import { manifestType } from '../../../contract/collections/media-types.ts';
import { ownerId } from '../../../core/caller.ts';
import { contentIdOf } from '../../../core/content-id.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { Catalogue, ContentService } from '../../content/index.ts';
import type { CollectionSummary } from '../collection.ts';
import type { ManifestRepository } from '../repository/manifest-repository.ts';

export interface ManifestStoreOptions {
  catalogue: Pick<Catalogue, 'store' | 'find' | 'removeOwner'>;
  contents: Pick<ContentService, 'edit'>;
  manifests: ManifestRepository;
  /** Keeps a manifest out of lists of files. */
  hide: (sha256: Buffer) => Promise<void>;
  isHidden: (sha256: Buffer) => boolean;
  /** Returns whether a content is shared, also as a part. */
  isShared: (sha256: Buffer) => boolean;
}

/** Stores the manifests of the owner's collections as contents. */
export class ManifestStore {
  readonly #options: ManifestStoreOptions;

  constructor(options: ManifestStoreOptions) {
    this.#options = options;
  }

  /** Stores a manifest, out of the lists of files. @throws NodeError `payload_too_large` */
  async store(
    { number, title, description, artists, cover }: CollectionSummary,
    file: Buffer,
  ): Promise<Buffer> {
    const { catalogue, contents, manifests, hide } = this.#options;
    if (file.length > manifestLimits.bytes) {
      throw new NodeError(
        'payload_too_large',
        message('collections.manifestTooLarge', { title, most: manifestLimits.bytes }),
      );
    }
    const { content, alreadyStored } = await catalogue.store({
      source: Readable.from([file]),
      sizeHint: file.length,
      signal: new AbortController().signal,
      declaredType: manifestType,
      fileName: `${title.slice(0, 100)}.collection.json`,
      uploadedBy: ownerId,
    });
    if (!alreadyStored) {
      const coverId = cover && catalogue.find(cover) ? contentIdOf(cover) : null;
      await contents.edit(content.sha256, { title, description, authors: artists, cover_id: coverId });
    }
    await hide(content.sha256);
    await manifests.put(number, content.sha256);
    return content.sha256;
  }

  /** Removes a manifest that was made for a sale which its owner cancelled, because no list of files shows it. */
  async remove(manifest: Buffer): Promise<void> {
    const { manifests, catalogue, isHidden, isShared } = this.#options;
    if (!isHidden(manifest) || isShared(manifest) || !(await manifests.remove(manifest))) return;
    await catalogue.removeOwner(manifest, ownerId);
  }
}
