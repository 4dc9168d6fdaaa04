import { contentIdOf } from '../blobs/content-id.ts';
import type { ContentList, ContentRecord, ViewedContent } from '../contract/endpoints/content.ts';
import { toTimestamp } from '../core/clock.ts';
import type { RawAddress } from '../core/ton-address.ts';
import type { ContentRecordRepository, ContentRecordRow } from '../db/content-records.ts';
import {
  type ChainRecords,
  chainMembers,
  namesFile,
  noChainRecords,
  type RegisteredContent,
} from './chain-records.ts';
import type { ListedContent } from './content-list.ts';
import { fileEndingOf } from './file-ending.ts';
import type { LicensedContents } from './licensed/licensed-contents.ts';

/** To whom a record is shown, and by which base URL the node was asked. */
export interface Look {
  viewer: string | undefined;
  baseUrl: string;
}

/** Where the bytes of a content are. */
export const contentUrl = (baseUrl: string, contentId: string): string =>
  `${baseUrl}/api/v1/storage/${contentId}`;

const unregistered = { content_address: null, encrypted: null, key_hash: null, downloadable: true };

const unlicensed = (record: ContentRecord): ViewedContent => ({
  ...record,
  have_licenses: [],
  invoice: null,
});

type Licensed = Pick<LicensedContents, 'closed' | 'sealed' | 'linkIfAny'>;

/** Records of contents as the node API gives them. */
export class RecordDocuments {
  readonly #records: Pick<ContentRecordRepository, 'isHolder'>;
  readonly #walletOf: (user: string) => string | null;
  readonly #licensed: Licensed;
  readonly #chain: ChainRecords;

  /** @param walletOf the wallet that a user has proven and uses, in friendly form */
  constructor(
    records: Pick<ContentRecordRepository, 'isHolder'>,
    walletOf: (user: string) => string | null,
    licensed: Licensed,
    chain: ChainRecords = noChainRecords,
  ) {
    this.#records = records;
    this.#walletOf = walletOf;
    this.#licensed = licensed;
    this.#chain = chain;
  }

  list(items: readonly ListedContent[], look: Look): ContentList['items'] {
    return items.map((item) =>
      item.record ? this.record(item.record, look) : { content_id: contentIdOf(item.sha256), deleted: true },
    );
  }

  /** With what the viewer may do. */
  view(row: ContentRecordRow, look: Look): ViewedContent {
    const content = this.#chain.byFile(row.sha256);
    const record = this.record(row, look);
    return namesFile(content) ? this.#viewed(record, content, look) : unlicensed(record);
  }

  /**
   * A content by its address on the chain, whether or not it is stored here.
   * @param rowOf the record of a stored file
   * @returns undefined when the chain has none there that names a file
   * @throws NodeError `chain_unavailable`
   */
  viewRegistered(
    address: RawAddress,
    rowOf: (sha256: Buffer) => ContentRecordRow | undefined,
    look: Look,
  ): ViewedContent | undefined {
    const content = this.#chain.byAddress(address);
    if (!namesFile(content)) return undefined;
    const row = rowOf(content.sha256);
    return this.#viewed(row ? this.record(row, look) : this.#registered(content, look), content, look);
  }

  #viewed(record: ContentRecord, content: RegisteredContent, { viewer }: Look): ViewedContent {
    const licences = viewer === undefined ? [] : this.#chain.licencesOf(content, viewer);
    return {
      ...record,
      ...chainMembers(content, this.#chain, licences),
      have_licenses: licences,
      invoice: null,
    };
  }

  /** Of a file that is not here. */
  #registered(content: RegisteredContent, { baseUrl }: Look): ContentRecord {
    const id = contentIdOf(content.sha256);
    const title = content.title || id;
    const coverId = content.cover ? contentIdOf(content.cover) : null;
    const { contentType, description, authors, hashtags } = content;
    return {
      content_id: id,
      content_sha256: content.sha256.toString('hex'),
      content_type: contentType,
      content_ext: fileEndingOf(contentType),
      size: content.size ?? 0,
      ...{ title, description, authors, hashtags },
      cover_id: coverId,
      owner: this.#chain.walletAddress(content.owner),
      published: true,
      created_at: toTimestamp(content.createdAt),
      updated_at: toTimestamp(content.updatedAt),
      ...chainMembers(content, this.#chain, []),
      display_options: {
        content_url: content.keyHash ? null : contentUrl(baseUrl, id),
        metadata: { name: title, description, image: coverId && contentUrl(baseUrl, coverId) },
      },
    };
  }

  record(row: ContentRecordRow, look: Look): ContentRecord {
    const id = contentIdOf(row.sha256);
    const content = this.#chain.byFile(row.sha256);
    // What nobody said here, the chain may say.
    const title = row.title || content?.title || id;
    const description = row.description || (content?.description ?? '');
    const cover = row.cover ?? content?.cover ?? null;
    // A picture that is sold itself is named by its encrypted file only.
    const coverId = cover && !this.#licensed.closed(cover) ? contentIdOf(cover) : null;
    const sealed = this.#licensed.sealed(row.sha256);
    const contentType = sealed?.contentType ?? row.contentType;
    const isForSale = sealed !== undefined || this.#licensed.closed(row.sha256) !== undefined;
    return {
      content_id: id,
      content_sha256: row.sha256.toString('hex'),
      content_type: contentType,
      content_ext: fileEndingOf(contentType),
      size: row.size,
      title,
      description,
      authors: row.authors.length > 0 ? row.authors : (content?.authors ?? []),
      hashtags: row.hashtags.length > 0 ? row.hashtags : (content?.hashtags ?? []),
      cover_id: coverId,
      owner: this.#ownerOf(row, look.viewer),
      published: row.published,
      created_at: toTimestamp(row.createdAt),
      updated_at: toTimestamp(row.updatedAt),
      ...(namesFile(content)
        ? chainMembers(content, this.#chain, [])
        : { ...unregistered, key_hash: sealed?.keyHash.toString('hex') ?? null }),
      display_options: {
        content_url: isForSale
          ? this.#licensed.linkIfAny(row.sha256, look.viewer, look.baseUrl)
          : contentUrl(look.baseUrl, id),
        metadata: {
          name: title,
          description,
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
