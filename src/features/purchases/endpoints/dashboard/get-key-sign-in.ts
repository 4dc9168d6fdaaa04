import { getKeySignIn } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PurchasesApi } from './purchases-api.ts';

/** Returns the progress of a sign-in for the key of a licence. */
export const getKeySignInEndpoint = (api: PurchasesApi) =>
  jsonEndpoint(getKeySignIn, ({ params }) => api.keySignIn(params.address));
