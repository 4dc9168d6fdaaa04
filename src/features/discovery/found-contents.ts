import type { RemoteContentPage } from '../../contract/dashboard-api/discovery.ts';
import type {
  RemoteContent,
  RemoteContentList,
  RemoteContentQuery,
} from '../../contract/node-api/discovery.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress } from '../../core/ton/ton-address.ts';
import type { KnownContent, KnownFilter, KnownListRepository } from './repository/remote-list.ts';
import type { Shelf } from './subscription-fetcher.ts';

export interface FoundContentsOptions {
  list: KnownListRepository;
  shelf: Pick<Shelf, 'sizes'>;
  /** Writes a raw TON address as this node's answers do. */
  showAddress: (address: string) => string;
  /** Whether it is the plain file of what is sold here: its hash is named to nobody who asks the node API. */
  isRestricted?: (sha256: Buffer) => boolean;
  /** Where this node gives the bytes of a content. */
  contentUrl: (baseUrl: string, contentId: string) => string;
}

/** Searches what other nodes say that they have. */
export class FoundContentsSearch {
  readonly #options: FoundContentsOptions;

  constructor(options: FoundContentsOptions) {
    this.#options = options;
  }

  /**
   * A page, newest first; words and filters mean what they mean for this node's own list.
   * @param baseUrl of links in the answer
   * @throws NodeError `invalid_request` for a cursor or address that is none
   */
  page(query: RemoteContentQuery, baseUrl: string): RemoteContentList {
    const { isRestricted } = this.#options;
    return this.#page(query, baseUrl, isRestricted).page;
  }

  /** The same for the owner of this node, from anywhere: without the first `skip`. */
  pageFrom(query: RemoteContentQuery & { skip: number }, baseUrl: string): RemoteContentPage {
    const { page, first } = this.#page(query, baseUrl);
    return { ...page, top_cursor: first ? writeCursor(first.number + 1) : null };
  }

  /** What is said about a content by the best of those that have it. */
  find(sha256: Buffer): KnownContent | undefined {
    return this.#options.list.find(sha256);
  }

  /** The nodes that say they have a content, best first. */
  sources(sha256: Buffer): string[] {
    return this.#options.list.sources(sha256);
  }

  #page(
    query: RemoteContentQuery & { skip?: number },
    baseUrl: string,
    isHidden: (sha256: Buffer) => boolean = () => false,
  ): { page: RemoteContentList; first: KnownContent | undefined } {
    const { list, shelf } = this.#options;
    const filter = filterOf(query);
    const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(query.cursor);
    const found = list.page(filter, before, query.limit + 1, query.skip);
    const listed = found.slice(0, query.limit);
    const last = found.length > listed.length ? listed.at(-1) : undefined;
    const items = listed
      .filter(({ sha256 }) => !isHidden(sha256))
      .map((item) => (item.cover && isHidden(item.cover) ? { ...item, cover: null } : item));
    const sizes = shelf.sizes(items.map(({ sha256 }) => sha256));
    const sources = list.sourcesOf(items);
    const page = {
      items: items.map((item, index) => ({
        ...this.#document(item, baseUrl),
        stored: sizes[index] !== undefined,
        sources: sources.get(item.number) ?? [],
      })),
      next_cursor: last ? writeCursor(last.number) : null,
      total: list.count(filter),
    };
    return { page, first: found[0] };
  }

  #document(content: KnownContent, baseUrl: string): Omit<RemoteContent, 'stored' | 'sources'> {
    const { showAddress, contentUrl } = this.#options;
    const { sha256, cover, owner, contentType, size, title, description, authors, hashtags } = content;
    const id = contentIdOf(sha256);
    return {
      content_id: id,
      content_sha256: sha256.toString('hex'),
      content_type: contentType,
      ...{ size, title, description, authors, hashtags },
      cover_id: cover && contentIdOf(cover),
      owner: owner && showAddress(owner),
      created_at: toTimestamp(content.createdAt),
      content_url: contentUrl(baseUrl, id),
    };
  }
}

function filterOf({ q, owner, author, hashtag, content_type }: RemoteContentQuery): KnownFilter {
  const address = owner === undefined ? undefined : parseTonAddress(owner);
  if (owner !== undefined && address === undefined) {
    throw new NodeError('invalid_request', 'The owner is not a TON address. Copy it again from the wallet.', {
      errors: [{ path: 'query.owner', message: 'is not a TON address' }],
    });
  }
  return {
    q,
    owners: address === undefined ? undefined : [address],
    author,
    hashtag,
    contentType: content_type,
  };
}

/** Below which number a list goes on: the index is the same for all who may look at it. */
const writeCursor = (number: number): string => number.toString(36);

function readCursor(text: string): number {
  const number = /^[0-9a-z]{1,12}$/.test(text) ? Number.parseInt(text, 36) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new NodeError(
    'invalid_request',
    'The cursor is not one that this node gave. Begin anew without it.',
    {
      errors: [{ path: 'query.cursor', message: 'is not a cursor' }],
    },
  );
}
