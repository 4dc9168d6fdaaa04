import * as contracts from '../../../contract/endpoints/local-chain.ts';
import type * as chain from '../../../contract/local-chain.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';

interface Page {
  cursor?: string | undefined;
  limit: number;
}

/** The chain as the dashboard deals with it. */
export interface ChainDesk {
  state(): Promise<chain.ChainState>;
  /** @throws NodeError `chain_unavailable`, and `not_implemented` where there is no faucet */
  faucet(payer: chain.Payer, nanoTon: bigint): Promise<void>;
  recoveryWords(): Promise<chain.RecoveryWords>;
  market(query: chain.MarketQuery): chain.MarketPage;
  /** @param address in any form @throws NodeError `content_not_found` */
  marketItem(address: string): chain.MarketItem;
  library(page: Page & { skip: number; shown: chain.ShownLicences }): chain.Library;
  /** @param address of a licence, in any form @throws NodeError `not_found`, `chain_unavailable` */
  deliver(address: string): chain.OwnedLicence;
  /** @param address of a licence, in any form @throws NodeError `not_found`, `chain_unavailable`, `invalid_request` */
  decline(address: string): chain.OwnedLicence;
  /** @throws NodeError `chain_unavailable` */
  answerFound(answer: chain.FoundAnswer['answer']): void;
  /** The receipt of a licence, as a file. @throws NodeError `not_found` */
  receipt(address: string): string;
  orders(page: Page): chain.OrderPage;
  /** @throws NodeError for what keeps it from being asked of the chain */
  quote(request: chain.OrderRequest): Promise<chain.OrderQuote>;
  /** @throws NodeError for what keeps it from being asked of the chain */
  order(request: chain.OrderRequest): Promise<chain.Order>;
}

const common = { limit: 'requests' } as const;

/** Wallets, market, library, orders. */
export function chainEndpoints(desk: ChainDesk): Endpoint[] {
  return [
    defineEndpoint({
      ...common,
      contract: contracts.getChain,
      handle: async () => ({ status: 200, body: await desk.state() }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postFaucet,
      body: jsonBody,
      handle: async ({ body }) => {
        await desk.faucet(body.payer, BigInt(body.amount));
        return { status: 200, body: await desk.state() };
      },
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postRecoveryWords,
      handle: async () => ({ status: 200, body: await desk.recoveryWords() }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.getMarket,
      handle: ({ query }) => ({ status: 200, body: desk.market(query) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.getMarketItem,
      handle: ({ params }) => ({ status: 200, body: desk.marketItem(params.address) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.getLibrary,
      handle: ({ query }) => ({ status: 200, body: desk.library(query) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postDeliver,
      handle: ({ params }) => ({ status: 200, body: desk.deliver(params.address) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postDecline,
      handle: ({ params }) => ({ status: 200, body: desk.decline(params.address) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postFound,
      body: jsonBody,
      handle: ({ body }) => {
        desk.answerFound(body.answer);
        return ok;
      },
    }),
    defineEndpoint({
      ...common,
      contract: contracts.getReceipt,
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
      contract: contracts.getOrders,
      handle: ({ query }) => ({ status: 200, body: desk.orders(query) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postOrderQuote,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await desk.quote(body) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postOrder,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await desk.order(body) }),
    }),
  ];
}
