import type { ItemSale } from '../../contract/dashboard-api/library/items.ts';
import type {
  MarketItem,
  MarketPage,
  MarketQuery,
  MarketSort,
  SalePage,
} from '../../contract/dashboard-api/market.ts';
import type { OwnedLicence, Purchases, ShownLicences } from '../../contract/dashboard-api/purchases.ts';
import { maxPrice } from '../../contract/units.ts';
import { invalidCursor } from '../../core/lists/cursors.ts';
import { sortKey } from '../../core/lists/sort-key.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress, type RawAddress, requireTonAddress } from '../../core/ton/ton-address.ts';
import type { ChainContent, ChainLicence } from '../chain/index.ts';
import type { Earnings } from './earnings.ts';
import { readCursor, writeCursor } from './market-cursor.ts';
import { MarketResponses, type MarketView } from './market-responses.ts';
import type { LicenceDecisionRepository } from './repository/licence-decisions.ts';
import type { ChainLicenceRepository } from './repository/licence-repository.ts';
import type { Followed, MarketFilter, MarketPosition } from './repository/market-query.ts';
import type { ChainMarketRepository } from './repository/market-repository.ts';

export interface MarketServiceOptions {
  market: ChainMarketRepository;
  licences: ChainLicenceRepository;
  decisions: LicenceDecisionRepository;
  earnings: Pick<Earnings, 'payments'>;
  /** `id` of the followed platform. */
  platform: number;
  /** Returns the wallets and authors that the owner follows. */
  followed: () => Followed;
  /** Returns the current view, because wallets change. */
  view: () => MarketView;
}

/** Filter and page of the owner's licences. */
export interface PurchasesQuery {
  shown: ShownLicences;
  cursor?: string | undefined;
  skip: number;
  limit: number;
}

const cappedPrice = (nanoTon: string | undefined): bigint | undefined =>
  nanoTon === undefined ? undefined : BigInt(nanoTon) > maxPrice ? maxPrice : BigInt(nanoTon);

/** Lists the contents for sale, and the licences of this node's owner. */
export class MarketService {
  readonly #options: MarketServiceOptions;

  constructor(options: MarketServiceOptions) {
    this.#options = options;
  }

  /** @throws NodeError `invalid_request` for a malformed cursor or address */
  page(query: MarketQuery): MarketPage {
    const { market, platform, followed } = this.#options;
    const view = this.#options.view();
    const filter: MarketFilter = {
      platform,
      q: query.q || undefined,
      kind: query.kind,
      owners: query.whose === 'mine' ? view.own.map(({ address }) => address) : undefined,
      followed:
        query.owner !== undefined
          ? { owners: [requireTonAddress(query.owner, 'query.owner')], authors: [] }
          : query.whose === 'followed'
            ? followed()
            : undefined,
      min: cappedPrice(query.min_price),
      max: cappedPrice(query.max_price),
    };
    const after = query.cursor === undefined ? undefined : positionOf(query.cursor, query.sort);
    const contents = market.page(filter, query.sort, after, query.limit, query.skip);
    const first = contents[0];
    const last = contents.length === query.limit ? contents.at(-1) : undefined;
    return {
      items: this.#items(contents, view),
      next_cursor: last ? cursorAt(last, query.sort) : null,
      top_cursor: first
        ? cursorAt({ ...first, id: first.id + (isAscending(query.sort) ? -1 : 1) }, query.sort)
        : null,
      total: market.count(filter),
    };
  }

  /**
   * @param address of a content's contract, in any form
   * @throws NodeError `content_not_found`
   */
  item(address: string): MarketItem {
    return this.#items([this.#content(address)], this.#options.view())[0] as MarketItem;
  }

  /**
   * Returns the licences of a content that its author sold to others, newest first, at most 50.
   * @param address of the content's contract, in any form
   * @throws NodeError `content_not_found`
   */
  salesOf(address: string): { total: number; newest: ItemSale[] } {
    const view = this.#options.view();
    const owners = view.own.map((wallet) => wallet.address);
    const { newest, total } = this.#options.licences.issued(this.#content(address).id, owners);
    return { total, newest: new MarketResponses(view).sales(newest) };
  }

  /**
   * Returns the SHA-256 of a content's cover if this node lacks it; undefined: there is none, or it is here.
   * @param address of a content's contract, in any form
   * @throws NodeError `content_not_found`
   */
  missingCover(address: string): Buffer | undefined {
    const { cover } = this.#content(address);
    return cover && this.#options.view().lacksCover(cover) ? cover : undefined;
  }

  /**
   * Returns a licence of this node's owner.
   * @param address of its contract, raw
   * @throws NodeError `not_found`
   */
  owned(address: RawAddress): OwnedLicence {
    const { market } = this.#options;
    const view = this.#options.view();
    const licence = this.#heldLicence(address, view);
    const content = market.byIds([licence.content]).get(licence.content);
    const [item] = content ? this.#items([content], view) : [];
    if (!item) throw notHeld();
    return new MarketResponses(view).licence(licence, item);
  }

  /**
   * Stores the owner's decision about a licence.
   * @param address of its contract, raw
   * @throws NodeError `not_found`; `invalid_request` for declining a licence that was ordered here
   */
  async decide(address: RawAddress, decision: 'accepted' | 'declined'): Promise<void> {
    const { decisions, platform } = this.#options;
    const { owner } = this.#heldLicence(address, this.#options.view());
    const isDecided = await decisions.decide({ platform, licence: address, owner }, decision);
    if (isDecided || decision === 'accepted') return;
    throw new NodeError('invalid_request', 'orders.licenceOrdered');
  }

  /**
   * Stores the owner's decision about the licences that existed when the platform was first indexed.
   * @param all whether all of them are accepted; otherwise each is decided separately
   */
  decideFound(all: boolean): Promise<void> {
    return this.#options.decisions.decideFound(this.#options.platform, all);
  }

  /** Returns the licences of this node's owner, newest first. */
  purchases({ shown, cursor, skip, limit }: PurchasesQuery): Purchases {
    const { market, licences, decisions, platform } = this.#options;
    const view = this.#options.view();
    const owners = view.own.map(({ address }) => address);
    const from = cursor === undefined ? undefined : readCursor(cursor);
    const after = from && { issuedAt: Number(from.first), address: from.second };
    const held = licences.ofOwners(platform, owners, shown, { after, limit, skip });
    const first = held[0];
    const contents = [...market.byIds(held.map(({ content }) => content)).values()];
    const items = new Map(this.#items(contents, view).map((item, at) => [contents[at]?.id, item]));
    const documents = new MarketResponses(view);
    const last = held.length === limit ? held.at(-1) : undefined;
    const counts = decisions.counts(platform, owners);
    return {
      licences: held.flatMap((licence) => {
        const content = items.get(licence.content);
        return content ? [documents.licence(licence, content)] : [];
      }),
      next_cursor: last ? writeCursor(last.issuedAt, last.address) : null,
      // `~` sorts after every character of an address, so that the first licence is on the page after this cursor.
      top_cursor: first ? writeCursor(first.issuedAt, `${first.address}~`) : null,
      total: counts[shown],
      counts,
    };
  }

  /** Returns the payments that the owner's wallets received, newest first. */
  sales({ cursor, limit }: { cursor?: string | undefined; limit: number }): SalePage {
    const { earnings, market } = this.#options;
    const from = cursor === undefined ? undefined : readCursor(cursor);
    const payments = earnings.payments(from && { at: Number(from.first), ref: from.second }, limit);
    const view = this.#options.view();
    const contents = [...market.byIds(payments.map(({ content }) => content)).values()];
    const items = new Map(this.#items(contents, view).map((item, at) => [contents[at]?.id, item]));
    const documents = new MarketResponses(view);
    const last = payments.length === limit ? payments.at(-1) : undefined;
    return {
      items: payments.flatMap((payment) => {
        const item = items.get(payment.content);
        // A small share of a low price may be rounded down to 0.
        const isPaid = payment.parts.some(({ isMine, amount }) => isMine && amount > 0n);
        return item && isPaid ? [documents.sale(payment, item)] : [];
      }),
      next_cursor: last ? writeCursor(last.at, last.ref) : null,
    };
  }

  /** @throws NodeError `content_not_found` */
  #content(address: string): ChainContent {
    const { market, platform } = this.#options;
    const raw = parseTonAddress(address);
    const content = raw === undefined ? undefined : market.byAddress(platform, raw);
    if (!content) throw new NodeError('content_not_found', 'orders.fileUnknown');
    return content;
  }

  /** @throws NodeError `not_found` */
  #heldLicence(address: RawAddress, { own }: MarketView): ChainLicence {
    const licence = this.#options.licences.byAddress(this.#options.platform, address);
    if (licence && own.some((wallet) => wallet.address === licence.owner)) return licence;
    throw notHeld();
  }

  #items(contents: readonly ChainContent[], view: MarketView): MarketItem[] {
    const { licences } = this.#options;
    const documents = new MarketResponses(view);
    const holdings = licences.holdings(
      contents.map(({ id }) => id),
      view.own.map(({ address }) => address),
    );
    return contents.map((content) =>
      documents.item(content, {
        held: holdings.filter((licence) => licence.content === content.id),
        offers: licences.offers(content.id),
      }),
    );
  }
}

const notHeld = () => new NodeError('not_found', 'orders.licenceNotHeld');

const isAscending = (sort: MarketSort): boolean => sort === 'cheapest' || sort === 'title';

const cursorAt = ({ id, price, title }: Pick<ChainContent, 'id' | 'price' | 'title'>, sort: MarketSort) =>
  sort === 'title' ? writeCursor(id, sortKey(title)) : writeCursor(price, id);

function positionOf(cursor: string, sort: MarketSort): MarketPosition {
  const { first, second } = readCursor(cursor);
  if (sort === 'title') {
    if (first > Number.MAX_SAFE_INTEGER) throw invalidCursor();
    return { price: 0n, id: Number(first), titleKey: second };
  }
  if (!/^\d{1,15}$/.test(second) || first > maxPrice) throw invalidCursor();
  return { price: first, id: Number(second), titleKey: '' };
}
