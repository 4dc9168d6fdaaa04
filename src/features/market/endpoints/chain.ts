import {
  type ChainState,
  getChain,
  type Payer,
  postFaucet,
  postRecoveryWords,
  type WalletMnemonic,
} from '../../../contract/dashboard-api/chain.ts';
import {
  getMarket,
  getMarketItem,
  type MarketItem,
  type MarketPage,
  type MarketQuery,
} from '../../../contract/dashboard-api/market.ts';
import {
  getOrders,
  type Order,
  type OrderPage,
  type OrderQuote,
  type OrderRequest,
  postOrder,
  postOrderQuote,
} from '../../../contract/dashboard-api/orders.ts';
import {
  type FoundLicencesDecision,
  getLibrary,
  getReceipt,
  type Library,
  type OwnedLicence,
  postDecline,
  postDeliver,
  postFound,
  type ShownLicences,
} from '../../../contract/dashboard-api/purchases.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';

interface Page {
  cursor?: string | undefined;
  limit: number;
}

/** The chain as the dashboard deals with it. */
export interface ChainDesk {
  state(): Promise<ChainState>;
  /** @throws NodeError `chain_unavailable`, and `not_implemented` where there is no faucet */
  faucet(payer: Payer, nanoTon: bigint): Promise<void>;
  recoveryWords(): Promise<WalletMnemonic>;
  market(query: MarketQuery): MarketPage;
  /** @param address in any form @throws NodeError `content_not_found` */
  marketItem(address: string): MarketItem;
  library(page: Page & { skip: number; shown: ShownLicences }): Library;
  /** @param address of a licence, in any form @throws NodeError `not_found`, `chain_unavailable` */
  deliver(address: string): OwnedLicence;
  /** @param address of a licence, in any form @throws NodeError `not_found`, `chain_unavailable`, `invalid_request` */
  decline(address: string): OwnedLicence;
  /** @throws NodeError `chain_unavailable` */
  answerFound(answer: FoundLicencesDecision['answer']): void;
  /** The receipt of a licence, as a file. @throws NodeError `not_found` */
  receipt(address: string): string;
  orders(page: Page): OrderPage;
  /** @throws NodeError for what keeps it from being asked of the chain */
  quote(request: OrderRequest): Promise<OrderQuote>;
  /** @throws NodeError for what keeps it from being asked of the chain */
  order(request: OrderRequest): Promise<Order>;
}

const common = { limit: 'requests' } as const;

/** Wallets, market, library, orders. */
export function chainEndpoints(desk: ChainDesk): Endpoint[] {
  return [
    defineEndpoint({
      ...common,
      contract: getChain,
      handle: async () => ({ status: 200, body: await desk.state() }),
    }),
    defineEndpoint({
      ...common,
      contract: postFaucet,
      body: jsonBody,
      handle: async ({ body }) => {
        await desk.faucet(body.payer, BigInt(body.amount));
        return { status: 200, body: await desk.state() };
      },
    }),
    defineEndpoint({
      ...common,
      contract: postRecoveryWords,
      handle: async () => ({ status: 200, body: await desk.recoveryWords() }),
    }),
    defineEndpoint({
      ...common,
      contract: getMarket,
      handle: ({ query }) => ({ status: 200, body: desk.market(query) }),
    }),
    defineEndpoint({
      ...common,
      contract: getMarketItem,
      handle: ({ params }) => ({ status: 200, body: desk.marketItem(params.address) }),
    }),
    defineEndpoint({
      ...common,
      contract: getLibrary,
      handle: ({ query }) => ({ status: 200, body: desk.library(query) }),
    }),
    defineEndpoint({
      ...common,
      contract: postDeliver,
      handle: ({ params }) => ({ status: 200, body: desk.deliver(params.address) }),
    }),
    defineEndpoint({
      ...common,
      contract: postDecline,
      handle: ({ params }) => ({ status: 200, body: desk.decline(params.address) }),
    }),
    defineEndpoint({
      ...common,
      contract: postFound,
      body: jsonBody,
      handle: ({ body }) => {
        desk.answerFound(body.answer);
        return ok;
      },
    }),
    defineEndpoint({
      ...common,
      contract: getReceipt,
      handle: ({ params }, { response }) => {
        const file = Buffer.from(desk.receipt(params.address));
        response.writeHead(200, {
          'Content-Type': 'application/json',
          'Content-Length': file.length,
          'Content-Disposition': 'attachment; filename="receipt.json"',
          'Cache-Control': 'no-store',
        });
        response.end(file);
        return 'sent';
      },
    }),
    defineEndpoint({
      ...common,
      contract: getOrders,
      handle: ({ query }) => ({ status: 200, body: desk.orders(query) }),
    }),
    defineEndpoint({
      ...common,
      contract: postOrderQuote,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await desk.quote(body) }),
    }),
    defineEndpoint({
      ...common,
      contract: postOrder,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await desk.order(body) }),
    }),
  ];
}
