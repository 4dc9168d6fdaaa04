export { OpenOrders } from './open-orders.tsx';
export { OrderForm } from './order-form.tsx';
export { OrderIcon } from './order-icon.tsx';
export { orderKindLabel, orderStateLabel, walletName } from './order-labels.ts';
export { type OrderPlan, walletsFor } from './order-plan.ts';
export { useFaucet, useOrders } from './order-queries.ts';
export { cancelSale, isSaleAwaited, registeredAs } from './place-order.ts';
