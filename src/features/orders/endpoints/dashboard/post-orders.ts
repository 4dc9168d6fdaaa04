import { postOrder } from '../../../../contract/dashboard-api/orders.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { OrdersApi } from './orders-api.ts';

/** Places an order. */
export const postOrderEndpoint = (api: OrdersApi) =>
  defineEndpoint({
    contract: postOrder,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => ({ status: 200, body: await api.order(body) }),
  });
