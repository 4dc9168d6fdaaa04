// Exports that load the TON libraries; only code that is itself loaded with a chain imports them.
export { createOrders } from './create-orders.ts';
