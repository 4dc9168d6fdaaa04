import type { LocalContent } from '../../../contract/dashboard-api/content.ts';
import type { ContentPart } from '../../../contract/dashboard-api/licensing.ts';
import { contentIdOf, parseContentId } from '../../../core/content-id.ts';
import { type BlockList, type Catalogue, type ChainRecords, storedManifest } from '../../content/index.ts';
import type { SoldCollections } from './sold-collections.ts';

export interface PartListOptions {
  sold: Pick<SoldCollections, 'partsOf'>;
  catalogue: Pick<Catalogue, 'find' | 'reader'>;
  chain: Pick<ChainRecords, 'byFile'>;
  blocks: Pick<BlockList, 'refuse'>;
  /** Returns those of the given contents that are stored here. */
  contentsOf: (hashes: readonly Buffer[]) => LocalContent[];
}

type Listed = Omit<ContentPart, 'content'>;

/** Lists what a sold collection contains, for those who may open it and for those who may buy it. */
export class PartList {
  readonly #options: PartListOptions;

  constructor(options: PartListOptions) {
    this.#options = options;
  }

  /**
   * Returns the contents of a sold collection, from its public list while its key is not here, or those of a stored
   * manifest.
   * @throws NodeError `blocked`
   */
  async of(collection: Buffer): Promise<ContentPart[]> {
    const { sold, blocks, contentsOf } = this.#options;
    blocks.refuse(collection);
    const known = sold.partsOf(collection).map(
      ({ part, title, contentType, plainSize, durationMs }): Listed => ({
        ...{ content_id: contentIdOf(part), title, content_type: contentType },
        ...{ size: plainSize, duration_ms: durationMs },
      }),
    );
    const parts = known.length > 0 ? known : await this.#listed(collection);
    const stored = contentsOf(parts.map(({ content_id: id }) => parseContentId(id).sha256));
    const byId = new Map(stored.map((content) => [content.content_id, content]));
    return parts.map((part) => ({ ...part, content: byId.get(part.content_id) ?? null }));
  }

  async #listed(collection: Buffer): Promise<Listed[]> {
    const { catalogue, chain } = this.#options;
    const publicManifest = chain.byFile(collection)?.preview ?? collection;
    const manifest = await storedManifest(catalogue, publicManifest);
    return manifest?.entries.flatMap((entry) => ('content_id' in entry ? [entry] : [])) ?? [];
  }
}
