import { getOrders } from '../../../../contract/dashboard-api/orders.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { OrdersApi } from './orders-api.ts';

/** Returns a page of the orders. */
export const getOrdersEndpoint = (api: OrdersApi) =>
  defineEndpoint({
    contract: getOrders,
    limit: 'requests',
    handle: ({ query }) => ({ status: 200, body: api.orders(query) }),
  });
