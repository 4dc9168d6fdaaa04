import * as contracts from '../../../src/contract/endpoints/local-chain.ts';
import type {
  ChainState,
  FoundAnswer,
  Library,
  MarketItem,
  MarketPage,
  Order,
  OrderPage,
  OrderQuote,
  OrderRequest,
  Payer,
  RecoveryWords,
  ShownLicences,
} from '../../../src/contract/local-chain.ts';
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
  recoveryWords(): Promise<RecoveryWords>;
  market(search: MarketSearch & ListPlace, signal?: AbortSignal): Promise<MarketPage>;
  marketItem(address: string, signal?: AbortSignal): Promise<MarketItem>;
  library(shown: ShownLicences, place: ListPlace, signal?: AbortSignal): Promise<Library>;
  libraryCounts(signal?: AbortSignal): Promise<Library['counts']>;
  /** Accepts a licence, and tries now to bring what it opens here. */
  deliver(licenceAddress: string): Promise<void>;
  /** Hides a licence that was not ordered here. */
  decline(licenceAddress: string): Promise<void>;
  /** What becomes of the licences that were there when the node first read the chain. */
  answerFound(answer: FoundAnswer['answer']): Promise<void>;
  orders(cursor: string | null, signal?: AbortSignal): Promise<OrderPage>;
  /** What an order would take; nothing is sent. */
  quoteOrder(request: OrderRequest, signal?: AbortSignal): Promise<OrderQuote>;
  /** Resolves once it is written down and the wallet was asked; what comes of it, `orders` say. */
  placeOrder(request: OrderRequest): Promise<Order>;
}

export function chainCalls({ ask, tell }: NodeCaller): ChainCalls {
  return {
    chain: (signal) => ask(contracts.getChain, {}, { signal }),
    faucet: (body) => ask(contracts.postFaucet, { body }),
    recoveryWords: () => ask(contracts.postRecoveryWords, {}),
    market: ({ cursor, skip, ...query }, signal) =>
      ask(
        contracts.getMarket,
        { query: { ...query, limit: pieceSize, ...at({ cursor, skip }) } },
        { signal },
      ),
    marketItem: (address, signal) => ask(contracts.getMarketItem, { params: { address } }, { signal }),
    library: (shown, place, signal) =>
      ask(contracts.getLibrary, { query: { shown, limit: pieceSize, ...at(place) } }, { signal }),
    libraryCounts: async (signal) =>
      (await ask(contracts.getLibrary, { query: { limit: 1 } }, { signal })).counts,
    deliver: (address) => tell(contracts.postDeliver, { params: { address } }),
    decline: (address) => tell(contracts.postDecline, { params: { address } }),
    answerFound: (answer) => tell(contracts.postFound, { body: { answer } }),
    orders: (cursor, signal) =>
      ask(contracts.getOrders, { query: { ...(cursor && { cursor }) } }, { signal }),
    quoteOrder: (body, signal) => ask(contracts.postOrderQuote, { body }, { signal }),
    placeOrder: (body) => ask(contracts.postOrder, { body }),
  };
}
