import { postDecline } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PurchasesApi } from './purchases-api.ts';

/** Declines a licence that somebody gave to the owner. */
export const postDeclineEndpoint = (api: PurchasesApi) =>
  jsonEndpoint(postDecline, ({ params }) => api.decline(params.address));
