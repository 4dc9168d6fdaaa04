import { postDeliver } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LibraryApi } from './library-api.ts';

/** Accepts a licence and fetches its content. */
export const postDeliverEndpoint = (api: LibraryApi) =>
  jsonEndpoint(postDeliver, ({ params }) => api.deliver(params.address));
