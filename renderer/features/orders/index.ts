export { OpenOrders } from './open-orders.tsx';
export { OrderForm } from './order-form.tsx';
export { orderKindWords, orderStateWords, walletName } from './order-labels.ts';
export { type OrderPlan, walletsFor } from './order-plan.ts';
export { useFaucet, useOrders } from './order-queries.ts';
export { isAwaited, registeredAs, stopSale } from './place-order.ts';
