import { postKeySignIn } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PurchasesApi } from './purchases-api.ts';

/** Starts to sign in on another node for the key of a licence. */
export const postKeySignInEndpoint = (api: PurchasesApi) =>
  jsonEndpoint(postKeySignIn, ({ params, body }) => api.startKeySignIn(params.address, body));
