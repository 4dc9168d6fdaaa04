import type {
  Order,
  OrderPage,
  OrderQuote,
  OrderRequest,
} from '../../../../contract/dashboard-api/orders.ts';

/** Operations of the dashboard on the owner's orders. */
export interface OrdersApi {
  orders(page: { cursor?: string | undefined; limit: number }): OrderPage;
  /** @throws NodeError errors of `postOrdersQuote` */
  quote(request: OrderRequest): Promise<OrderQuote>;
  /** @throws NodeError errors of `postOrder` */
  order(request: OrderRequest): Promise<Order>;
}
