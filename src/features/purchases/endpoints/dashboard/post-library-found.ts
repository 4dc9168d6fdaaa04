import { postFound } from '../../../../contract/dashboard-api/purchases.ts';
import { defineEndpoint, jsonBody, ok } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LibraryApi } from './library-api.ts';

/** Accepts or declines the licences found when the chain was first read. */
export const postFoundEndpoint = (api: LibraryApi) =>
  defineEndpoint({
    contract: postFound,
    limit: 'requests',
    body: jsonBody,
    handle: ({ body }) => {
      api.answerFound(body.answer);
      return ok;
    },
  });
