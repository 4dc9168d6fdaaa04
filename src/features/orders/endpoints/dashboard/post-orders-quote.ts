import { postOrderQuote } from '../../../../contract/dashboard-api/orders.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { OrdersApi } from './orders-api.ts';

/** Returns what an order would cost. */
export const postOrderQuoteEndpoint = (api: OrdersApi) =>
  defineEndpoint({
    contract: postOrderQuote,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => ({ status: 200, body: await api.quote(body) }),
  });
