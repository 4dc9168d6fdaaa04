export { BoughtCovers } from './bought-covers.ts';
export type { ChainLicences } from './chain-licences.ts';
export { deliveredContents } from './delivered-contents.ts';
export type { BoughtFacts } from './delivered-parts.ts';
export { purchaseEndpoints } from './endpoints/dashboard/index.ts';
export type { PurchasesApi } from './endpoints/dashboard/purchases-api.ts';
export { type KeySignInOptions, KeySignIns, type ProofRequests } from './key-sign-ins.ts';
export { PurchaseDelivery } from './purchase-delivery.ts';
export { DeliveryRepository } from './repository/delivery-repository.ts';
