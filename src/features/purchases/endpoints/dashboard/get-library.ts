import { getLibrary } from '../../../../contract/dashboard-api/purchases.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LibraryApi } from './library-api.ts';

/** Returns a page of the owner’s licences. */
export const getLibraryEndpoint = (api: LibraryApi) =>
  defineEndpoint({
    contract: getLibrary,
    limit: 'requests',
    handle: ({ query }) => ({ status: 200, body: api.library(query) }),
  });
