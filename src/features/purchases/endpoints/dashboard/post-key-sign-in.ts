import { postKeySignIn } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LibraryApi } from './library-api.ts';

/** Starts to sign in on another node for the key of a licence. */
export const postKeySignInEndpoint = (api: LibraryApi) =>
  jsonEndpoint(postKeySignIn, ({ params, body }) => api.startKeySignIn(params.address, body));
