import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { deleteKeySignInEndpoint } from './delete-key-sign-in.ts';
import { getKeySignInEndpoint } from './get-key-sign-in.ts';
import { getLibraryEndpoint } from './get-library.ts';
import { getReceiptEndpoint } from './get-library-receipt.ts';
import type { LibraryApi } from './library-api.ts';
import { postKeySignInEndpoint } from './post-key-sign-in.ts';
import { postDeclineEndpoint } from './post-library-decline.ts';
import { postDeliverEndpoint } from './post-library-deliver.ts';
import { postFoundEndpoint } from './post-library-found.ts';

/** Lists the dashboard’s endpoints for the library. */
export const libraryEndpoints = (api: LibraryApi): Endpoint[] => [
  getLibraryEndpoint(api),
  postDeliverEndpoint(api),
  postDeclineEndpoint(api),
  postFoundEndpoint(api),
  getReceiptEndpoint(api),
  getKeySignInEndpoint(api),
  postKeySignInEndpoint(api),
  deleteKeySignInEndpoint(api),
];
