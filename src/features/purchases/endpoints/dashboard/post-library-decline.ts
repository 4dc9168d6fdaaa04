import { postDecline } from '../../../../contract/dashboard-api/purchases.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LibraryApi } from './library-api.ts';

/** Declines a licence that another user gave to the owner. */
export const postDeclineEndpoint = (api: LibraryApi) =>
  defineEndpoint({
    contract: postDecline,
    limit: 'requests',
    handle: ({ params }) => ({ status: 200, body: api.decline(params.address) }),
  });
