import type {
  Order,
  OrderPage,
  OrderQuote,
  OrderRequest,
} from '../../../../contract/dashboard-api/orders.ts';

/** What the dashboard asks about the owner's orders. */
export interface OrdersApi {
  orders(page: { cursor?: string | undefined; limit: number }): OrderPage;
  /** @throws NodeError those of `postOrderQuote` */
  quote(request: OrderRequest): Promise<OrderQuote>;
  /** @throws NodeError those of `postOrder` */
  order(request: OrderRequest): Promise<Order>;
}
