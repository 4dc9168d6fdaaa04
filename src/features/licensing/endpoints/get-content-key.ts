import { getContentKey } from '../../../contract/node-api/licensing.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ContentKeyService } from '../content-key-service.ts';

/** Sends the key of a content to a user with a right to it. */
export const getContentKeyEndpoint = (service: ContentKeyService) =>
  defineEndpoint({
    contract: getContentKey,
    limit: 'requests',
    handle: async ({ query }, { caller }) => ({
      status: 200,
      body: await service.deliver(caller.user, query),
    }),
  });
