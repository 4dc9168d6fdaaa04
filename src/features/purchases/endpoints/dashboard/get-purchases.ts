import { getPurchases } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PurchasesApi } from './purchases-api.ts';

/** Returns a page of the owner’s licences. */
export const getPurchasesEndpoint = (api: PurchasesApi) =>
  jsonEndpoint(getPurchases, ({ query }) => api.purchases(query));
