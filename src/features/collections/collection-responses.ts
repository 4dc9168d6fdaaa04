import type { LocalContent } from '../../contract/dashboard-api/content.ts';
import type { Collection, CollectionEntry } from '../../contract/dashboard-api/library/collections.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { Covers } from '../content/index.ts';
import type { CollectionSummary, EntryPicture, EntryRow } from './collection.ts';
import type { CollectionListRepository } from './repository/collection-list-repository.ts';

/** Covers in the mosaic of a collection. */
const mosaicSize = 4;

export interface CollectionResponsesOptions {
  lists: Pick<CollectionListRepository, 'some'>;
  covers: Pick<Covers, 'pathOf'>;
  formatAddress: (address: RawAddress) => string;
  /** Returns those of the given contents that are stored here. */
  contentsOf: (hashes: readonly Buffer[]) => LocalContent[];
}

/** Maps collections to responses for the dashboard. */
export class CollectionResponses {
  readonly #options: CollectionResponsesOptions;

  constructor(options: CollectionResponsesOptions) {
    this.#options = options;
  }

  collection(summary: CollectionSummary): Collection {
    const { id, kind, title, description, artists, cover, owner, parentId, items, contents, size } = summary;
    const covers = summary.pictures.map((one) => this.#pathOf(one)).filter((path) => path !== null);
    return {
      id,
      kind,
      title,
      description,
      artists,
      cover_id: cover && contentIdOf(cover),
      cover_url: cover && this.#coverPath(cover),
      cover_urls: covers.slice(0, mosaicSize),
      owner: owner && this.#options.formatAddress(owner),
      parent_id: parentId,
      parent_title: summary.parentTitle,
      items,
      contents,
      size,
      length_ms: summary.lengthMs,
      tracks: summary.tracks,
      created_at: toTimestamp(summary.createdAt),
      updated_at: toTimestamp(summary.updatedAt),
    };
  }

  entries(rows: readonly EntryRow[]): CollectionEntry[] {
    const { lists, contentsOf } = this.#options;
    const children = lists.some(rows.flatMap((row) => ('child' in row ? [row.child] : [])));
    const stored = contentsOf(rows.flatMap((row) => ('child' in row ? [] : [row.sha256])));
    const contents = new Map(stored.map((content) => [content.content_id, content]));
    return rows.flatMap((row): CollectionEntry[] => {
      if ('child' in row) {
        const child = children.get(row.child);
        return child ? [{ type: 'collection', collection: this.collection(child) }] : [];
      }
      const { sha256, name, size, contentType } = row;
      const id = contentIdOf(sha256);
      const content = contents.get(id) ?? null;
      const facts = content ?? { name: name || id, size, content_type: contentType };
      return [
        {
          type: 'content',
          content_id: id,
          name: facts.name,
          size: facts.size,
          content_type: facts.content_type,
          content,
        },
      ];
    });
  }

  #pathOf(picture: EntryPicture): string | null {
    if ('cover' in picture) return this.#coverPath(picture.cover);
    return `/thumbnails/${contentIdOf(picture.thumbnail)}?v=${picture.madeAt.toString(36)}`;
  }

  #coverPath(sha256: Buffer): string | null {
    return this.#options.covers.pathOf(sha256, contentIdOf(sha256));
  }
}
