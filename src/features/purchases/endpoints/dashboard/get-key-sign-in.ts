import { getKeySignIn } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LibraryApi } from './library-api.ts';

/** Returns the progress of a sign-in for the key of a licence. */
export const getKeySignInEndpoint = (api: LibraryApi) =>
  jsonEndpoint(getKeySignIn, ({ params }) => api.keySignIn(params.address));
