import { getLibrary } from '../../../../contract/dashboard-api/purchases.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LibraryApi } from './library-api.ts';

/** Returns a page of the owner’s licences. */
export const getLibraryEndpoint = (api: LibraryApi) =>
  jsonEndpoint(getLibrary, ({ query }) => api.library(query));
