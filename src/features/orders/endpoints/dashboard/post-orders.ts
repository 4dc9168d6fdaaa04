import { postOrder } from '../../../../contract/dashboard-api/orders.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { OrdersApi } from './orders-api.ts';

/** Places an order. */
export const postOrderEndpoint = (api: OrdersApi) => jsonEndpoint(postOrder, ({ body }) => api.order(body));
