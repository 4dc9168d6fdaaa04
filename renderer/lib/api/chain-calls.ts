import {
  type ChainState,
  getChain,
  type Payer,
  postFaucet,
  postRecoveryWords,
  type WalletMnemonic,
} from '../../../src/contract/dashboard-api/chain.ts';
import {
  getMarket,
  getMarketItem,
  type MarketItem,
  type MarketPage,
} from '../../../src/contract/dashboard-api/market.ts';
import {
  getOrders,
  type Order,
  type OrderPage,
  type OrderQuote,
  type OrderRequest,
  postOrder,
  postOrderQuote,
} from '../../../src/contract/dashboard-api/orders.ts';
import {
  type FoundLicencesDecision,
  getLibrary,
  type Library,
  postDecline,
  postDeliver,
  postFound,
  type ShownLicences,
} from '../../../src/contract/dashboard-api/purchases.ts';
import { at, type ListPlace, pieceSize } from './list-place.ts';
import type { NodeCaller } from './node-calls.ts';

/** What a list of the market shows; amounts in nanoTON, both included. */
export interface MarketSearch {
  q: string;
  content_type?: string;
  whose?: 'all' | 'mine';
  least?: string;
  most?: string;
  order?: 'newest' | 'cheapest';
}

/** What the dashboard asks of its node about the chain. */
export interface ChainCalls {
  chain(signal?: AbortSignal): Promise<ChainState>;
  /** Test money, on the embedded chain. */
  faucet(request: { payer: Payer; amount: string }): Promise<ChainState>;
  /** Of the node's own wallet; shown, and kept nowhere. */
  recoveryWords(): Promise<WalletMnemonic>;
  market(search: MarketSearch & ListPlace, signal?: AbortSignal): Promise<MarketPage>;
  marketItem(address: string, signal?: AbortSignal): Promise<MarketItem>;
  library(shown: ShownLicences, place: ListPlace, signal?: AbortSignal): Promise<Library>;
  libraryCounts(signal?: AbortSignal): Promise<Library['counts']>;
  /** Accepts a licence, and tries now to bring what it opens here. */
  deliver(licenceAddress: string): Promise<void>;
  /** Hides a licence that was not ordered here. */
  decline(licenceAddress: string): Promise<void>;
  /** What becomes of the licences that were there when the node first read the chain. */
  answerFound(answer: FoundLicencesDecision['answer']): Promise<void>;
  orders(cursor: string | null, signal?: AbortSignal): Promise<OrderPage>;
  /** What an order would take; nothing is sent. */
  quoteOrder(request: OrderRequest, signal?: AbortSignal): Promise<OrderQuote>;
  /** Resolves once it is written down and the wallet was asked; what comes of it, `orders` say. */
  placeOrder(request: OrderRequest): Promise<Order>;
}

export function chainCalls({ ask, tell }: NodeCaller): ChainCalls {
  return {
    chain: (signal) => ask(getChain, {}, { signal }),
    faucet: (body) => ask(postFaucet, { body }),
    recoveryWords: () => ask(postRecoveryWords, {}),
    market: ({ cursor, skip, ...query }, signal) =>
      ask(getMarket, { query: { ...query, limit: pieceSize, ...at({ cursor, skip }) } }, { signal }),
    marketItem: (address, signal) => ask(getMarketItem, { params: { address } }, { signal }),
    library: (shown, place, signal) =>
      ask(getLibrary, { query: { shown, limit: pieceSize, ...at(place) } }, { signal }),
    libraryCounts: async (signal) => (await ask(getLibrary, { query: { limit: 1 } }, { signal })).counts,
    deliver: (address) => tell(postDeliver, { params: { address } }),
    decline: (address) => tell(postDecline, { params: { address } }),
    answerFound: (answer) => tell(postFound, { body: { answer } }),
    orders: (cursor, signal) => ask(getOrders, { query: { ...(cursor && { cursor }) } }, { signal }),
    quoteOrder: (body, signal) => ask(postOrderQuote, { body }, { signal }),
    placeOrder: (body) => ask(postOrder, { body }),
  };
}
