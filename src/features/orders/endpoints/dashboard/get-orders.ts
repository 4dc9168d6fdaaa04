import { getOrders } from '../../../../contract/dashboard-api/orders.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { OrdersApi } from './orders-api.ts';

/** Returns a page of the orders. */
export const getOrdersEndpoint = (api: OrdersApi) =>
  jsonEndpoint(getOrders, ({ query }) => api.orders(query));
