// What loads the TON libraries: imported by code that is itself loaded when a chain is followed.
export { createOrders } from './create-orders.ts';
