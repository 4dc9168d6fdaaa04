import type { RemoteContentPage } from '../../contract/dashboard-api/discovery.ts';
import type {
  RemoteContentList,
  RemoteContentQuery,
  RemoteContent as RemoteContentResponse,
} from '../../contract/node-api/discovery.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { readNumberCursor, writeNumberCursor } from '../../core/lists/cursors.ts';
import { requireTonAddress } from '../../core/ton/ton-address.ts';
import type {
  RemoteContent,
  RemoteFilter,
  RemoteListRepository,
} from './repository/remote-list-repository.ts';
import type { SubscribedCopies } from './subscription-fetcher.ts';

export interface FoundContentsOptions {
  list: RemoteListRepository;
  copyStore: Pick<SubscribedCopies, 'sizes'>;
  /** Formats a raw TON address as in this node's responses. */
  formatAddress: (address: string) => string;
  /** Returns whether the hash is the plain file of a content sold here, which the node API must not reveal. */
  isRestricted: (sha256: Buffer) => boolean;
  /** Returns the URL of the bytes of a content on this node. */
  contentUrl: (baseUrl: string, contentId: string) => string;
}

const maxOfAuthor = 250;

/** Searches the remote index. */
export class FoundContentsSearch {
  readonly #options: FoundContentsOptions;

  constructor(options: FoundContentsOptions) {
    this.#options = options;
  }

  /**
   * Returns a page, newest first; search and filters work as for this node's own list.
   * @param baseUrl base of the links in the response
   * @throws NodeError `invalid_request` for an invalid cursor or address
   */
  page(query: RemoteContentQuery, baseUrl: string): RemoteContentList {
    return this.#page(query, baseUrl, this.#options.isRestricted).page;
  }

  /** Returns a page of free contents for the owner of this node, without the first `skip`; the Store has the others. */
  pageFrom(query: RemoteContentQuery & { skip: number }, baseUrl: string): RemoteContentPage {
    const { page, first } = this.#page({ ...query, onlyFree: true }, baseUrl);
    return { ...page, top_cursor: first ? writeNumberCursor(first.number + 1) : null };
  }

  /** Returns a content with the record of its best source. */
  find(sha256: Buffer): RemoteContent | undefined {
    return this.#options.list.find(sha256);
  }

  /** Returns whether a known node lists a content. */
  has(sha256: Buffer): boolean {
    return this.#options.list.has(sha256);
  }

  /** Returns a content for the owner of this node. @param baseUrl base of the links in the response */
  get(sha256: Buffer, baseUrl: string): RemoteContentResponse | undefined {
    const content = this.find(sha256);
    const [size] = this.#options.copyStore.sizes([sha256]);
    return (
      content && {
        ...this.#toFoundContent(content, baseUrl),
        stored: size !== undefined,
        sources: this.sources(sha256),
      }
    );
  }

  /** Returns the newest contents of a wallet or author, at most 250. */
  newestOf(filter: Pick<RemoteFilter, 'owners' | 'author'>): RemoteContent[] {
    return this.#options.list.page(filter, Number.MAX_SAFE_INTEGER, maxOfAuthor);
  }

  /** Lists the nodes that list a content, best first. */
  sources(sha256: Buffer): string[] {
    return this.#options.list.sources(sha256);
  }

  #page(
    query: RemoteContentQuery & { skip?: number; onlyFree?: boolean },
    baseUrl: string,
    isHidden: (sha256: Buffer) => boolean = () => false,
  ): { page: RemoteContentList; first: RemoteContent | undefined } {
    const { list, copyStore } = this.#options;
    const filter = { ...filterOf(query), onlyFree: query.onlyFree ?? false };
    const before = readNumberCursor(query.cursor);
    const found = list.page(filter, before, query.limit + 1, query.skip);
    const listed = found.slice(0, query.limit);
    const last = found.length > listed.length ? listed.at(-1) : undefined;
    const items = listed
      .filter(({ sha256 }) => !isHidden(sha256))
      .map((item) => (item.cover && isHidden(item.cover) ? { ...item, cover: null } : item));
    const sizes = copyStore.sizes(items.map(({ sha256 }) => sha256));
    const sources = list.sourcesOf(items);
    const page = {
      items: items.map((item, index) => ({
        ...this.#toFoundContent(item, baseUrl),
        stored: sizes[index] !== undefined,
        sources: sources.get(item.number) ?? [],
      })),
      next_cursor: last ? writeNumberCursor(last.number) : null,
      total: list.count(filter),
    };
    return { page, first: found[0] };
  }

  #toFoundContent(
    content: RemoteContent,
    baseUrl: string,
  ): Omit<RemoteContentResponse, 'stored' | 'sources'> {
    const { formatAddress, contentUrl } = this.#options;
    const { sha256, cover, owner, contentType, size, title, description, authors, hashtags } = content;
    const id = contentIdOf(sha256);
    return {
      content_id: id,
      content_sha256: sha256.toString('hex'),
      content_type: contentType,
      size,
      title,
      description,
      authors,
      hashtags,
      cover_id: cover && contentIdOf(cover),
      owner: owner && formatAddress(owner),
      created_at: toTimestamp(content.createdAt),
      content_url: contentUrl(baseUrl, id),
    };
  }
}

function filterOf({ q, owner, author, hashtag, content_type }: RemoteContentQuery): RemoteFilter {
  return {
    q,
    owners: owner === undefined ? undefined : [requireTonAddress(owner, 'query.owner')],
    author,
    hashtag,
    contentType: content_type,
  };
}
