import { postDeliver } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PurchasesApi } from './purchases-api.ts';

/** Accepts a licence and fetches its content. */
export const postDeliverEndpoint = (api: PurchasesApi) =>
  jsonEndpoint(postDeliver, ({ params }) => api.deliver(params.address));
