import { contentIdOf } from '../blobs/content-id.ts';
import type { ContentList, ContentRecord, ViewedContent } from '../contract/endpoints/content.ts';
import { toTimestamp } from '../core/clock.ts';
import type { ContentRecordRepository, ContentRecordRow } from '../db/content-records.ts';
import type { ListedContent } from './content-list.ts';
import { fileEndingOf } from './file-ending.ts';

/** To whom a record is shown, and by which base URL the node was asked. */
export interface Look {
  viewer: string | undefined;
  baseUrl: string;
}

/** Where the bytes of a content are. */
export const contentUrl = (baseUrl: string, contentId: string): string =>
  `${baseUrl}/api/v1/storage/${contentId}`;

/** Records of contents as the node API gives them. */
export class RecordDocuments {
  readonly #records: Pick<ContentRecordRepository, 'isHolder'>;
  readonly #walletOf: (user: string) => string | null;

  /** @param walletOf the wallet that a user has proven and uses, in friendly form */
  constructor(records: Pick<ContentRecordRepository, 'isHolder'>, walletOf: (user: string) => string | null) {
    this.#records = records;
    this.#walletOf = walletOf;
  }

  list(items: readonly ListedContent[], look: Look): ContentList['items'] {
    return items.map((item) =>
      item.record ? this.record(item.record, look) : { content_id: contentIdOf(item.sha256), deleted: true },
    );
  }

  /** With what the viewer may do: nothing is licensed before the chain is there. */
  view(row: ContentRecordRow, look: Look): ViewedContent {
    return { ...this.record(row, look), have_licenses: [], invoice: null };
  }

  record(row: ContentRecordRow, look: Look): ContentRecord {
    const id = contentIdOf(row.sha256);
    const title = row.title || id;
    const coverId = row.cover && contentIdOf(row.cover);
    return {
      content_id: id,
      content_sha256: row.sha256.toString('hex'),
      content_type: row.contentType,
      content_ext: fileEndingOf(row.contentType),
      size: row.size,
      title,
      description: row.description,
      authors: row.authors,
      hashtags: row.hashtags,
      cover_id: coverId,
      owner: this.#ownerOf(row, look.viewer),
      published: row.published,
      created_at: toTimestamp(row.createdAt),
      updated_at: toTimestamp(row.updatedAt),
      content_address: null,
      encrypted: null,
      key_hash: null,
      downloadable: true,
      display_options: {
        content_url: contentUrl(look.baseUrl, id),
        metadata: {
          name: title,
          description: row.description,
          image: coverId && contentUrl(look.baseUrl, coverId),
        },
      },
    };
  }

  /** Who stored an unlisted content is nobody's business; its holders are told of themselves. */
  #ownerOf(row: ContentRecordRow, viewer: string | undefined): string | null {
    if (row.published) return this.#walletOf(row.uploadedBy);
    if (viewer === undefined || !this.#records.isHolder(row.number, viewer)) return null;
    return this.#walletOf(viewer);
  }
}
