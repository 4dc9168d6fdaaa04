import type {
  Library,
  MarketItem,
  MarketPage,
  MarketQuery,
  OwnedLicence,
} from '../../contract/local-chain.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton-address.ts';
import type { ChainLicenceRepository } from '../../db/chain-licences.ts';
import type { ChainMarketRepository } from '../../db/chain-market.ts';
import type { MarketFilter } from '../../db/chain-market-query.ts';
import type { ChainContent } from '../../db/chain-rows.ts';
import { notACursor, readCursor, writeCursor } from './market-cursor.ts';
import { MarketDocuments, type MarketView } from './market-documents.ts';

export interface MarketDeskOptions {
  market: ChainMarketRepository;
  licences: ChainLicenceRepository;
  /** The `id` of the platform that is followed. */
  platform: number;
  /** As it is at the moment: wallets come and go. */
  view: () => MarketView;
}

/** No amount is larger (chain, section 3). */
const mostNanoTon = 2n ** 63n - 1n;
const upTo = (nanoTon: string | undefined): bigint | undefined =>
  nanoTon === undefined ? undefined : BigInt(nanoTon) > mostNanoTon ? mostNanoTon : BigInt(nanoTon);

/** What is for sale, and what the owner of this node has bought. */
export class MarketDesk {
  readonly #options: MarketDeskOptions;

  constructor(options: MarketDeskOptions) {
    this.#options = options;
  }

  /** @throws NodeError `invalid_request` for a cursor that is none */
  page(query: MarketQuery): MarketPage {
    const { market, platform } = this.#options;
    const view = this.#options.view();
    const filter: MarketFilter = {
      platform,
      q: query.q || undefined,
      contentType: query.content_type || undefined,
      owners: query.whose === 'mine' ? view.own.map(({ address }) => address) : undefined,
      least: upTo(query.least),
      most: upTo(query.most),
    };
    const after = query.cursor === undefined ? undefined : positionOf(query.cursor);
    const contents = market.page(filter, query.order, after, query.limit, query.skip);
    const first = contents[0];
    const last = contents.length === query.limit ? contents.at(-1) : undefined;
    return {
      items: this.#items(contents, view),
      next_cursor: last ? writeCursor(last.price, last.id) : null,
      top_cursor: first
        ? writeCursor(first.price, query.order === 'newest' ? first.id + 1 : first.id - 1)
        : null,
      total: market.count(filter),
    };
  }

  /**
   * @param address of a content's contract, in any form
   * @throws NodeError `content_not_found`
   */
  item(address: string): MarketItem {
    const { market, platform } = this.#options;
    const raw = parseTonAddress(address);
    const content = raw === undefined ? undefined : market.byAddress(platform, raw);
    if (!content) {
      throw new NodeError('content_not_found', 'There is no content at this address of the chain.');
    }
    return this.#items([content], this.#options.view())[0] as MarketItem;
  }

  /**
   * A licence of this node's owner.
   * @param address of its contract, raw
   * @throws NodeError `not_found`
   */
  owned(address: RawAddress): OwnedLicence {
    const { market, licences, platform } = this.#options;
    const view = this.#options.view();
    const licence = licences.byAddress(platform, address);
    const isOwn = licence !== undefined && view.own.some((wallet) => wallet.address === licence.owner);
    const content = isOwn ? market.byIds([licence.content]).get(licence.content) : undefined;
    const [item] = content ? this.#items([content], view) : [];
    if (!licence || !item) throw new NodeError('not_found', 'No wallet of this node holds such a licence.');
    return new MarketDocuments(view).licence(licence, item);
  }

  /** The licences of this node's owner, newest first. */
  library({ cursor, skip, limit }: { cursor?: string | undefined; skip: number; limit: number }): Library {
    const { market, licences, platform } = this.#options;
    const view = this.#options.view();
    const owners = view.own.map(({ address }) => address);
    const from = cursor === undefined ? undefined : readCursor(cursor);
    const after = from && { issuedAt: Number(from.first), address: from.second };
    const held = licences.ofOwners(platform, owners, after, limit, skip);
    const first = held[0];
    const contents = [...market.byIds(held.map(({ content }) => content)).values()];
    const items = new Map(this.#items(contents, view).map((item, at) => [contents[at]?.id, item]));
    const documents = new MarketDocuments(view);
    const last = held.length === limit ? held.at(-1) : undefined;
    return {
      licences: held.flatMap((licence) => {
        const content = items.get(licence.content);
        return content ? [documents.licence(licence, content)] : [];
      }),
      next_cursor: last ? writeCursor(last.issuedAt, last.address) : null,
      top_cursor: first ? writeCursor(first.issuedAt, `${first.address}~`) : null,
      total: licences.countOf(platform, owners),
    };
  }

  #items(contents: readonly ChainContent[], view: MarketView): MarketItem[] {
    const { licences } = this.#options;
    const documents = new MarketDocuments(view);
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

function positionOf(cursor: string): { price: bigint; id: number } {
  const { first, second } = readCursor(cursor);
  if (!/^\d{1,15}$/.test(second) || first > mostNanoTon) throw notACursor();
  return { price: first, id: Number(second) };
}
