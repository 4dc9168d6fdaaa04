import type { Item } from '../../contract/dashboard-api/library/items.ts';
import type { MarketItem } from '../../contract/dashboard-api/market.ts';
import type { RemoteContent } from '../../contract/node-api/discovery.ts';
import { contentNotFound } from '../../core/content-errors.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainRecords, ContentRegistration, ContentService } from '../content/index.ts';
import type { LocalContentResponses } from '../serving/index.ts';

/** Reads the Store; every function uses the chain that is followed now, if any. */
export interface ItemStore {
  /** Returns a content on the chain. @throws NodeError `content_not_found`, `chain_unavailable` */
  offerAt(address: RawAddress): MarketItem;
  /** Returns the sold licences of an own content. */
  salesOf(address: RawAddress): Item['sales'];
}

export interface ItemServiceOptions {
  contents: Pick<ContentService, 'stored'>;
  responses: Pick<LocalContentResponses, 'contents'>;
  records: Pick<ChainRecords, 'byFile' | 'byAddress'>;
  store: ItemStore;
  /** Returns the encrypted files that this node made from a plain content, newest first. */
  encryptedFrom: (plain: Buffer) => readonly Buffer[];
  /** Returns the content in the remote index. */
  remote: (sha256: Buffer) => RemoteContent | undefined;
  collectionsOf: (sha256: Buffer) => Item['collections'];
}

/** Combines what all parts of this node know about an item. */
export class ItemService {
  readonly #options: ItemServiceOptions;

  constructor(options: ItemServiceOptions) {
    this.#options = options;
  }

  /**
   * Returns an item.
   * @param id a content id in any spelling or an address on the chain, also of a plain content that was sold since
   * @throws NodeError `content_not_found`, `invalid_content_id`, `unsupported_content_id`, `chain_unavailable` for an
   *   address while no chain is followed
   */
  get(id: string): Item {
    const address = parseTonAddress(id);
    if (address === undefined) return this.#ofContent(this.#current(parseContentId(id).sha256));
    const registration = this.#options.records.byAddress(address);
    if (!registration) throw contentNotFound();
    const { sha256 } = registration;
    const isMain = sha256 && this.#options.records.byFile(sha256)?.id === registration.id;
    return isMain ? this.#ofContent(sha256) : this.#ofRegistration(registration);
  }

  /** Returns the encrypted file that replaced a sold content, or else the content itself. */
  #current(sha256: Buffer): Buffer {
    const { encryptedFrom, contents, records } = this.#options;
    if (contents.stored([sha256]).length > 0) return sha256;
    const isThere = (each: Buffer) =>
      contents.stored([each]).length > 0 || records.byFile(each) !== undefined;
    return encryptedFrom(sha256).find(isThere) ?? sha256;
  }

  #ofContent(sha256: Buffer): Item {
    const { contents, responses, records, remote } = this.#options;
    const [content] = responses.contents(contents.stored([sha256]));
    const registration = records.byFile(sha256);
    const listed = remote(sha256);
    if (!content && !registration && !listed) throw contentNotFound();
    const offered = this.#offered(registration);
    return {
      ...offered,
      item_id: contentIdOf(sha256),
      content: content ?? null,
      remote: listed ?? null,
      author_address: content?.author_address ?? offered.offer?.owner ?? listed?.owner ?? null,
      collections: this.#options.collectionsOf(sha256),
    };
  }

  /** Returns the item of a registration that names no file. */
  #ofRegistration(registration: ContentRegistration): Item {
    const { offer, sales } = this.#offered(registration);
    if (!offer) throw contentNotFound();
    return {
      item_id: offer.content_address,
      content: null,
      offer,
      remote: null,
      author_address: offer.owner,
      collections: [],
      sales,
    };
  }

  #offered(registration: ContentRegistration | undefined): Pick<Item, 'offer' | 'sales'> {
    if (!registration) return { offer: null, sales: null };
    const { store } = this.#options;
    const offer = store.offerAt(registration.address);
    return { offer, sales: offer.mine ? store.salesOf(registration.address) : null };
  }
}
