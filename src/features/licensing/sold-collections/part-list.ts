import type { CollectionKind, CollectionManifest } from '../../../contract/collections/manifest.ts';
import type { LocalContent } from '../../../contract/dashboard-api/content.ts';
import type { ContentPart, ContentParts } from '../../../contract/dashboard-api/licensing.ts';
import { contentIdOf, parseContentId } from '../../../core/content-id.ts';
import { NodeError } from '../../../core/node-error.ts';
import { isDiskFull } from '../../../platform/blobs/store/system-code.ts';
import { type BlockList, type Catalogue, type ChainRecords, storedManifest } from '../../content/index.ts';
import type { CollectionKindRepository } from '../repository/collection-kind-repository.ts';
import type { SoldCollections } from './sold-collections.ts';

export interface PartListOptions {
  sold: Pick<SoldCollections, 'partsOf' | 'manifestOf' | 'describe'>;
  catalogue: Pick<Catalogue, 'find' | 'reader'>;
  kinds: Pick<CollectionKindRepository, 'of' | 'put'>;
  chain: Pick<ChainRecords, 'byFile'>;
  blocks: Pick<BlockList, 'refuse'>;
  /** Returns those of the given contents that are stored here. */
  contentsOf: (hashes: readonly Buffer[]) => LocalContent[];
  /** Called when the kind of a collection became known. */
  onKind: () => void;
}

type Listed = Omit<ContentPart, 'content'>;

/** Lists what a sold collection contains, for those who may open it and for those who may buy it. */
export class PartList {
  readonly #options: PartListOptions;

  constructor(options: PartListOptions) {
    this.#options = options;
  }

  /**
   * Returns the kind and the contents of a sold collection, from its public list while its key is not here, or those of
   * a stored manifest.
   * @throws NodeError `blocked`
   */
  async of(collection: Buffer): Promise<ContentParts> {
    const { sold, kinds, blocks, contentsOf, onKind } = this.#options;
    blocks.refuse(collection);
    const known = sold.partsOf(collection).map(
      ({ part, title, contentType, plainSize, durationMs }): Listed => ({
        ...{ content_id: contentIdOf(part), title, content_type: contentType },
        ...{ size: plainSize, duration_ms: durationMs },
      }),
    );
    const knownKind = kinds.of(collection);
    // Decrypting a long list takes a while.
    const isComplete = known.length > 0 && knownKind !== undefined;
    const manifest = isComplete ? undefined : await this.#manifestOf(collection, known.length > 0);
    if (manifest && this.#learns(collection, manifest.kind)) onKind();
    const listed = manifest?.entries.flatMap((entry) => ('content_id' in entry ? [entry] : [])) ?? [];
    const parts: Listed[] = known.length > 0 ? known : listed;
    const stored = contentsOf(parts.map(({ content_id: id }) => parseContentId(id).sha256));
    const byId = new Map(stored.map((content) => [content.content_id, content]));
    return {
      kind: manifest?.kind ?? knownKind ?? null,
      parts: parts.map((part) => ({ ...part, content: byId.get(part.content_id) ?? null })),
    };
  }

  /** Returns whether a kind is new; a full disk must not hide the list. */
  #learns(collection: Buffer, kind: CollectionKind): boolean {
    try {
      return this.#options.kinds.put(collection, kind);
    } catch (error) {
      if (isDiskFull(error)) return false;
      throw error;
    }
  }

  /** @param isOpen whether the key of the collection is here */
  async #manifestOf(collection: Buffer, isOpen: boolean): Promise<CollectionManifest | undefined> {
    const { sold, catalogue, chain } = this.#options;
    const list = sold.manifestOf(collection) ?? chain.byFile(collection)?.preview ?? collection;
    const stored = storedManifest(catalogue, list);
    if (!isOpen) return stored;
    // The contents are known, also when these files were deleted or damaged meanwhile.
    const known = await stored.catch(undefinedForNodeError);
    return known ?? sold.describe(collection).catch(undefinedForNodeError);
  }
}

function undefinedForNodeError(error: unknown): undefined {
  if (!(error instanceof NodeError)) throw error;
}
