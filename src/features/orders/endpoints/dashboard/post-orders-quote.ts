import { postOrdersQuote } from '../../../../contract/dashboard-api/orders.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { OrdersApi } from './orders-api.ts';

/** Returns the cost of an order before it is placed. */
export const postOrderQuoteEndpoint = (api: OrdersApi) =>
  jsonEndpoint(postOrdersQuote, ({ body }) => api.quote(body));
