import { postDeliver } from '../../../../contract/dashboard-api/purchases.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LibraryApi } from './library-api.ts';

/** Accepts a licence and fetches its content. */
export const postDeliverEndpoint = (api: LibraryApi) =>
  defineEndpoint({
    contract: postDeliver,
    limit: 'requests',
    handle: ({ params }) => ({ status: 200, body: api.deliver(params.address) }),
  });
