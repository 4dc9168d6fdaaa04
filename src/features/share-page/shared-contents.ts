import type { CollectionManifest } from '../../contract/collections/manifest.ts';
import { manifestType, soldCollectionType } from '../../contract/collections/media-types.ts';
import type { ViewedContent } from '../../contract/node-api/serving.ts';
import { sharePagePath } from '../../contract/node-api/share-page.ts';
import { parseContentId } from '../../core/content-id.ts';
import type { CoverImage } from '../../core/image/cover-image.ts';
import { dispositionFor } from '../../core/media-type/media-type.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RequestContext } from '../../platform/http/endpoint/endpoint.ts';
import { type BlockList, type Catalogue, type Covers, storedManifest } from '../content/index.ts';
import { type ViewContentServices, viewContent } from '../serving/index.ts';

export type SharedKind = 'audio' | 'video' | 'picture' | 'pdf' | 'book' | 'plainText' | 'collection' | 'file';

/** A picture on this node that may be shown. */
export interface SharedPicture extends CoverImage {
  /** Absolute URL, for programs that show the link, such as messengers. */
  url: string;
  /** Path, for the page itself. */
  path: string;
}

/** An entry of a collection that is shared. */
export interface SharedEntry {
  title: string;
  contentType: string;
  /** Bytes; undefined: unknown. */
  size: number | undefined;
  durationMs: number | null;
  /** Path of its page; null where this node does not store it, or sells it with the collection only. */
  path: string | null;
  isMissing: boolean;
}

/** The facts about a content on its page; the texts are claims of others. */
export interface SharedContent {
  id: string;
  /** Address of the page. */
  url: string;
  path: string;
  title: string;
  authors: readonly string[];
  description: string;
  /** Wallet of the owner, if it is public. */
  wallet: string | null;
  kind: SharedKind;
  contentType: string;
  /** Bytes; undefined: unknown. */
  size: number | undefined;
  isListed: boolean;
  cover: SharedPicture | undefined;
  /** The picture itself, for contents that are pictures. */
  picture: SharedPicture | undefined;
  /** Its bytes, which everybody may read; undefined for a content that is sold. */
  file: { url: string; path: string; isPlayable: boolean; isDownloadable: boolean } | undefined;
  /** What a collection is, and its entries; undefined for any other content. */
  list?: { kind: CollectionManifest['kind']; entries: readonly SharedEntry[] } | undefined;
  /** State of the sale of a content that not everybody may read. */
  sale: { state: 'offered'; price: string; address: string } | { state: 'withdrawn' | 'not_registered' };
}

type Context = Pick<RequestContext, 'caller' | 'baseUrl'>;

export interface SharedContentsOptions extends ViewContentServices {
  catalogue: Pick<Catalogue, 'find' | 'get' | 'reader' | 'refresh'>;
  covers: Pick<Covers, 'find'>;
  blocks: Pick<BlockList, 'refuse'>;
}

/** Finds contents for pages, by the same rules as `content.view` without a token. */
export class SharedContents {
  readonly #options: SharedContentsOptions;

  constructor(options: SharedContentsOptions) {
    this.#options = options;
  }

  /** Returns a content by its id or its address on the chain. @throws NodeError as `content.view` */
  async find(id: string, context: Context): Promise<SharedContent> {
    const viewed = await this.#view(id, context);
    const { content_id: contentId, content_address: address, display_options: shown } = viewed;
    const sha256 = Buffer.from(viewed.content_sha256, 'hex');
    // The chain also contains blocked contents.
    this.#options.blocks.refuse(sha256);
    const isStored = this.#options.catalogue.find(sha256) !== undefined;
    const path = sharePagePath(isStored || address === null ? contentId : address);
    const manifest = await storedManifest(this.#options.catalogue, sha256);
    const list = manifest ?? (await this.#soldList(viewed));
    const kind = list ? 'collection' : kindOf(viewed.content_type);
    const file = isStored && shown.content_url !== null ? shown.content_url : undefined;
    return {
      id: contentId,
      url: context.baseUrl + path,
      path,
      title: manifest?.title ?? (viewed.title === contentId ? '' : viewed.title),
      authors: manifest?.artists ?? viewed.authors,
      description: manifest?.description ?? viewed.description,
      wallet: viewed.encrypted?.owner_address ?? viewed.owner,
      kind,
      contentType: viewed.content_type,
      size: viewed.size || undefined,
      isListed: viewed.published,
      cover: await this.#picture(viewed.cover_id, shown.metadata.image),
      picture: kind === 'picture' ? await this.#picture(contentId, file ?? null) : undefined,
      file: file === undefined ? undefined : fileOf(file, viewed),
      list: list && {
        kind: list.kind,
        entries: list.entries.map((entry) => this.#entry(entry, list !== manifest)),
      },
      sale: saleOf(viewed),
    };
  }

  /** Returns the public list of a collection that is sold as one. */
  async #soldList(viewed: ViewedContent): Promise<CollectionManifest | undefined> {
    const { content_type: type, preview_id: preview } = viewed;
    if (type !== soldCollectionType || preview === null) return undefined;
    return storedManifest(this.#options.catalogue, parseContentId(preview).sha256);
  }

  #entry(entry: CollectionManifest['entries'][number], isSold: boolean): SharedEntry {
    const isCollection = 'manifest_id' in entry;
    const id = isCollection ? entry.manifest_id : entry.content_id;
    const isHere = this.#options.catalogue.find(parseContentId(id).sha256) !== undefined;
    return {
      title: entry.title,
      contentType: isCollection ? manifestType : entry.content_type,
      size: isCollection ? undefined : entry.size || undefined,
      durationMs: isCollection ? null : entry.duration_ms,
      path: isHere && !isSold ? sharePagePath(id) : null,
      isMissing: !isHere,
    };
  }

  /** Returns the record of a content; for a plain file that is sold, that of its encrypted file. */
  async #view(id: string, context: Context): Promise<ViewedContent> {
    try {
      return await viewContent(this.#options, id, context);
    } catch (error) {
      const address = error instanceof NodeError && error.details.members?.content_address;
      if (typeof address !== 'string') throw error;
      return viewContent(this.#options, address, context);
    }
  }

  async #picture(id: string | null, url: string | null): Promise<SharedPicture | undefined> {
    if (id === null || url === null) return undefined;
    const image = await this.#options.covers.find(parseContentId(id).sha256);
    return image && { type: image.type, width: image.width, height: image.height, url, path: pathOf(url) };
  }
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

function fileOf(url: string, { content_type: type, downloadable }: ViewedContent): SharedContent['file'] {
  return {
    url,
    path: pathOf(url),
    isPlayable: dispositionFor(type) === 'inline',
    isDownloadable: downloadable,
  };
}

function saleOf({ encrypted, content_address: address }: ViewedContent): SharedContent['sale'] {
  if (encrypted === null || address === null) return { state: 'not_registered' };
  if (encrypted.status === 'withdrawn') return { state: 'withdrawn' };
  return { state: 'offered', price: encrypted.license.listen.price, address };
}

/** Returns the kind of a content by its media type. */
export function kindOf(contentType: string): SharedKind {
  const [type = ''] = contentType.split(';', 1);
  const [family] = type.split('/', 1);
  if (family === 'audio' || family === 'video') return family;
  if (family === 'image') return 'picture';
  if (type === manifestType || type === soldCollectionType) return 'collection';
  if (type === 'application/pdf') return 'pdf';
  if (type === 'application/epub+zip') return 'book';
  return family === 'text' ? 'plainText' : 'file';
}
