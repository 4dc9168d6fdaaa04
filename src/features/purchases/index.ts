export type { ChainLicences } from './chain-licences.ts';
export { deliveredContents } from './delivered-contents.ts';
export { libraryEndpoints } from './endpoints/dashboard/index.ts';
export type { LibraryApi } from './endpoints/dashboard/library-api.ts';
export { type KeySignInOptions, KeySignIns, type ProofRequests } from './key-sign-ins.ts';
export { PurchaseDelivery } from './purchase-delivery.ts';
export { DeliveryRepository } from './repository/delivery-repository.ts';
