import { deleteKeySignIn } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PurchasesApi } from './purchases-api.ts';

/** Cancels a sign-in for the key of a licence. */
export const deleteKeySignInEndpoint = (api: PurchasesApi) =>
  jsonEndpoint(deleteKeySignIn, ({ params }) => api.cancelKeySignIn(params.address));
