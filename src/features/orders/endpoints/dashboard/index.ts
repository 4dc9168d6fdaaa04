import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { getOrdersEndpoint } from './get-orders.ts';
import type { OrdersApi } from './orders-api.ts';
import { postOrderEndpoint } from './post-orders.ts';
import { postOrderQuoteEndpoint } from './post-orders-quote.ts';

/** Lists the dashboard’s endpoints for orders. */
export const orderEndpoints = (api: OrdersApi): Endpoint[] => [
  getOrdersEndpoint(api),
  postOrderQuoteEndpoint(api),
  postOrderEndpoint(api),
];
