import type { CollectionKind } from '../../contract/collections/manifest.ts';
import type { LocalContent } from '../../contract/dashboard-api/content.ts';
import type { Share } from '../../contract/dashboard-api/sharing.ts';
import { networkId } from '../../core/caller.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { dispositionFor } from '../../core/media-type/media-type.ts';
import { type ContentDetails, type ContentService, type Covers, contentUrl } from '../content/index.ts';
import { LicensingResponses, type LicensingResponsesOptions } from '../licensing/index.ts';
import type { MediaService } from '../media/index.ts';

export interface LocalContentResponsesOptions extends LicensingResponsesOptions {
  service: Pick<ContentService, 'get'>;
  covers: Pick<Covers, 'pathOf'>;
  media: Pick<MediaService, 'listed'>;
  kinds: { of(sha256: Buffer): CollectionKind | undefined };
  /** Returns the display name of a user. */
  userName: (user: string) => string;
  /** Returns the wallet that registered or published a content; null: unknown. */
  authorOf: (content: Pick<ContentDetails, 'sha256' | 'uploadedBy'>) => string | null;
  nodeUrl: () => string;
  /** Returns where this node has published contents, by their hashes in hex. */
  sharesOf: (hashes: readonly Buffer[]) => Map<string, Share[]>;
}

/** Builds the documents of stored contents for the dashboard. */
export class LocalContentResponses {
  readonly #options: LocalContentResponsesOptions;
  readonly #licensing: LicensingResponses;

  constructor(options: LocalContentResponsesOptions) {
    this.#options = options;
    this.#licensing = new LicensingResponses(options);
  }

  /** Returns a content for the dashboard. @throws NodeError `content_not_found` */
  content(sha256: Buffer): LocalContent {
    return this.contents([this.#options.service.get(sha256)])[0] as LocalContent;
  }

  contents(records: readonly ContentDetails[]): LocalContent[] {
    const shares = this.#options.sharesOf(records.map(({ sha256 }) => sha256));
    const mediaOf = this.#options.media.listed(records);
    return records.map((record) => ({
      ...this.#record(record),
      ...mediaOf(record.number),
      shares: shares.get(record.sha256.toString('hex')) ?? [],
      encrypted: this.#licensing.encryptedFile(record.sha256),
      encryption: this.#licensing.encryption(record),
      collection_kind: this.#options.kinds.of(record.sha256) ?? null,
    }));
  }

  #record(
    record: ContentDetails,
  ): Omit<
    LocalContent,
    'shares' | 'encrypted' | 'encryption' | 'collection_kind' | 'media' | 'thumbnail_url'
  > {
    const { covers, authorOf, nodeUrl, userName } = this.#options;
    const id = contentIdOf(record.sha256);
    const coverId = record.cover && contentIdOf(record.cover);
    return {
      content_id: id,
      content_sha256: record.sha256.toString('hex'),
      name: record.name || id,
      size: record.size,
      content_type: record.contentType,
      created_at: toTimestamp(record.createdAt),
      content_url: contentUrl(nodeUrl(), id),
      viewable: dispositionFor(record.contentType) === 'inline',
      title: record.title || id,
      description: record.description,
      authors: record.authors,
      hashtags: record.hashtags,
      author_address: authorOf(record),
      cover_id: coverId,
      cover_url: record.cover && covers.pathOf(record.cover, contentIdOf(record.cover)),
      published: record.published,
      updated_at: toTimestamp(record.updatedAt),
      uploaded_by: {
        id: record.uploadedBy,
        name: record.uploadedBy === networkId ? 'Another node' : userName(record.uploadedBy),
      },
      verified_at: record.verifiedAt === null ? null : toTimestamp(record.verifiedAt),
      damage: record.damage,
      copy: record.copy && {
        host: record.copy.host,
        fetched_at: toTimestamp(record.copy.fetchedAt),
        last_used_at: toTimestamp(record.copy.lastUsedAt),
        pinned: record.copy.pinned,
        subscribed: record.copy.subscribed,
      },
    };
  }
}
