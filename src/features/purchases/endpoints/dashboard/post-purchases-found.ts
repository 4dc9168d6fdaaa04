import { postFound } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PurchasesApi } from './purchases-api.ts';

/** Accepts or declines the licences found when the chain was first read. */
export const postFoundEndpoint = (api: PurchasesApi) =>
  jsonEndpoint(postFound, ({ body }) => api.decideFound(body.answer));
