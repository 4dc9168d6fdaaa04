import type { ContentList, ContentRecord } from '../../contract/node-api/content.ts';
import type { ViewedContent } from '../../contract/node-api/serving.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import { type ChainRecords, chainMembers, namesFile, type RegisteredContent } from './chain-records.ts';
import type { ListedContent } from './content-list-queries.ts';
import type { SaleStates } from './content-ports.ts';
import type { CoverState, Covers } from './covers/covers.ts';
import { fileEndingOf } from './naming/file-extension.ts';
import type { Previews } from './previews.ts';
import type { ContentRecordRepository, ContentRecordRow } from './repository/content-record-repository.ts';

/** The viewer of a record, and the base URL of the request. */
export interface ResponseContext {
  viewer: string | undefined;
  baseUrl: string;
}

/** Returns the URL of the bytes of a content. */
export const contentUrl = (baseUrl: string, contentId: string): string =>
  `${baseUrl}/api/v1/storage/${contentId}`;

const unregistered = { content_address: null, encrypted: null, key_hash: null, downloadable: true };

/** Adds the rights of a viewer, who can download only what they can read now. */
const viewed = (
  record: ContentRecord,
  licences: ViewedContent['have_licenses'],
  isOwner = false,
): ViewedContent => ({
  ...record,
  downloadable: record.display_options.content_url !== null && (record.downloadable || isOwner),
  // The owner has the rights of all licences; web clients offer to sell those that are missing here.
  have_licenses: isOwner ? ['listen', 'resale'] : licences,
  invoice: null,
});

export interface ContentResponsesOptions {
  records: Pick<ContentRecordRepository, 'isOwner'>;
  /** Returns the wallet that a user has proven and uses, in friendly form. */
  walletOf: (user: string) => string | null;
  licensed: SaleStates;
  covers: Pick<Covers, 'statesOf'>;
  previews: Pick<Previews, 'stateOf'>;
  /**
   * Whether links to covers and previews are signed, because this node refuses requests of pages that hide their
   * origin.
   */
  signsCovers: boolean;
  chain: ChainRecords;
}

type StateOfCover = (sha256: Buffer) => CoverState;

/** A cover or preview as it appears in a record. */
interface NamedContent {
  id: string | null;
  /** URL of its bytes; null unless they are stored here and may be shown. */
  url: string | null;
}

/** Maps content records to responses of the node API. */
export class ContentResponses {
  readonly #options: ContentResponsesOptions;

  constructor(options: ContentResponsesOptions) {
    this.#options = options;
  }

  async list(items: readonly ListedContent[], context: ResponseContext): Promise<ContentList['items']> {
    const covers = await this.#coversOf(items.flatMap(({ record }) => record ?? []));
    return items.map((item) =>
      item.record
        ? this.#record(item.record, covers, context)
        : { content_id: contentIdOf(item.sha256), deleted: true },
    );
  }

  /** Returns the address of the registration that names a file, in friendly form. */
  addressOf(sha256: Buffer): string | undefined {
    const { chain } = this.#options;
    const content = chain.byFile(sha256);
    return namesFile(content) ? chain.contractAddress(content.address) : undefined;
  }

  async record(row: ContentRecordRow, context: ResponseContext): Promise<ContentRecord> {
    return this.#record(row, await this.#coversOf([row]), context);
  }

  /** Returns a record with the viewer's licences. */
  async view(row: ContentRecordRow, context: ResponseContext): Promise<ViewedContent> {
    const covers = await this.#coversOf([row]);
    const content = this.#options.chain.byFile(row.sha256);
    const record = this.#record(row, covers, context);
    return namesFile(content) ? this.#viewed(record, content, covers, context) : viewed(record, []);
  }

  /**
   * Returns a content by its address on the chain, whether or not it is stored here.
   * @param rowOf returns the record of a stored file; throws for one that must not be shown
   * @returns undefined when the chain has no content at this address that names a file
   * @throws NodeError `chain_unavailable`; `licence_required`, `encrypting` where the file is a plain file that another
   *   user sells here
   */
  async viewRegistered(
    address: RawAddress,
    rowOf: (sha256: Buffer) => ContentRecordRow | undefined,
    context: ResponseContext,
  ): Promise<ViewedContent | undefined> {
    const content = this.#options.chain.byAddress(address);
    if (!namesFile(content)) return undefined;
    this.checkNaming(content.sha256, context.viewer);
    const found = rowOf(content.sha256);
    const covers = await this.#coversOf(found ? [found, content] : [content]);
    const record = found ? this.#record(found, covers, context) : this.#registered(content, covers, context);
    return this.#viewed(record, content, covers, context);
  }

  /**
   * Checks that a content may be revealed to a user; a restricted one only to its seller.
   * @throws NodeError `licence_required`, `encrypting`
   */
  checkNaming(sha256: Buffer, viewer: string | undefined): void {
    const { licensed } = this.#options;
    if (licensed.restriction(sha256)?.user !== viewer) licensed.refuseRestricted(sha256);
  }

  /** Inspects the covers of records and of their registrations. */
  #coversOf(rows: readonly { sha256: Buffer; cover?: Buffer | null | undefined }[]): Promise<StateOfCover> {
    const { chain, covers } = this.#options;
    return covers.statesOf(
      rows.flatMap(({ sha256, cover }) => [cover, chain.byFile(sha256)?.cover].flatMap((each) => each ?? [])),
    );
  }

  #viewed(
    record: ContentRecord,
    content: RegisteredContent,
    covers: StateOfCover,
    { viewer, baseUrl }: ResponseContext,
  ): ViewedContent {
    const { chain } = this.#options;
    const licences = viewer === undefined ? [] : chain.licencesOf(content, viewer);
    const isOwner = viewer !== undefined && chain.owns(content, viewer);
    const members = chainMembers(content, chain, licences, this.#cover(content.cover, covers, baseUrl).id);
    return viewed({ ...record, ...members }, licences, isOwner);
  }

  /** Returns a record of a file that is not stored here. */
  #registered(content: RegisteredContent, covers: StateOfCover, { baseUrl }: ResponseContext): ContentRecord {
    const { chain } = this.#options;
    const id = contentIdOf(content.sha256);
    const title = content.title || id;
    const cover = this.#cover(content.cover, covers, baseUrl);
    const preview = this.#preview(content.preview, baseUrl);
    const { contentType, description, authors, hashtags } = content;
    return {
      content_id: id,
      content_sha256: content.sha256.toString('hex'),
      content_type: contentType,
      content_ext: fileEndingOf(contentType),
      size: content.size ?? 0,
      title,
      description,
      authors,
      hashtags,
      cover_id: cover.id,
      preview_id: preview.id,
      owner: chain.walletAddress(content.owner),
      published: true,
      created_at: toTimestamp(content.createdAt),
      updated_at: toTimestamp(content.updatedAt),
      ...chainMembers(content, chain, [], cover.id),
      display_options: {
        content_url: content.keyHash ? null : contentUrl(baseUrl, id),
        preview_url: preview.url,
        metadata: { name: title, description, image: cover.url },
      },
    };
  }

  #record(row: ContentRecordRow, covers: StateOfCover, context: ResponseContext): ContentRecord {
    const { chain, licensed } = this.#options;
    const id = contentIdOf(row.sha256);
    const content = chain.byFile(row.sha256);
    // The registration fills empty members of the record.
    const title = row.title || content?.title || id;
    const description = row.description || (content?.description ?? '');
    const cover = this.#cover(row.cover ?? content?.cover, covers, context.baseUrl);
    const preview = this.#preview(content?.preview, context.baseUrl);
    const encrypted = licensed.encrypted(row.sha256);
    const contentType = encrypted?.contentType ?? row.contentType;
    const isForSale = encrypted !== undefined || licensed.restriction(row.sha256) !== undefined;
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
      cover_id: cover.id,
      preview_id: preview.id,
      owner: this.#ownerOf(row, context.viewer),
      published: row.published,
      created_at: toTimestamp(row.createdAt),
      updated_at: toTimestamp(row.updatedAt),
      ...(namesFile(content)
        ? chainMembers(content, chain, [], this.#cover(content.cover, covers, context.baseUrl).id)
        : { ...unregistered, key_hash: encrypted?.keyHash.toString('hex') ?? null }),
      display_options: {
        content_url: isForSale
          ? licensed.linkIfAny(row.sha256, context.viewer, context.baseUrl)
          : contentUrl(context.baseUrl, id),
        preview_url: preview.url,
        metadata: { name: title, description, image: cover.url },
      },
    };
  }

  /** Returns the id and URL of a cover that may be shown. */
  #cover(cover: Buffer | null | undefined, covers: StateOfCover, baseUrl: string): NamedContent {
    return this.#named(cover ?? undefined, cover ? covers(cover) : 'refused', baseUrl);
  }

  /** Returns the id and URL of a preview that may be shown. */
  #preview(preview: Buffer | undefined, baseUrl: string): NamedContent {
    const state = preview ? this.#options.previews.stateOf(preview) : 'refused';
    return this.#named(preview, state, baseUrl);
  }

  #named(sha256: Buffer | undefined, state: CoverState, baseUrl: string): NamedContent {
    if (!sha256 || state === 'refused') return { id: null, url: null };
    const id = contentIdOf(sha256);
    if (state !== 'shown') return { id, url: null };
    const { signsCovers, licensed } = this.#options;
    return { id, url: signsCovers ? licensed.pageLink(sha256, baseUrl) : contentUrl(baseUrl, id) };
  }

  /** Returns the wallet of a content's owner; for an unlisted content only to its owners. */
  #ownerOf(row: ContentRecordRow, viewer: string | undefined): string | null {
    const { records, walletOf } = this.#options;
    if (row.published) return walletOf(row.uploadedBy);
    if (viewer === undefined || !records.isOwner(row.number, viewer)) return null;
    return walletOf(viewer);
  }
}
