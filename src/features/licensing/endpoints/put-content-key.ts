import { putContentKey } from '../../../contract/node-api/licensing.ts';
import { defineEndpoint, jsonBody } from '../../../platform/http/endpoint/endpoint.ts';
import type { ContentKeyService } from '../content-key-service.ts';

/** Stores the key of a content, sent by its owner. */
export const putContentKeyEndpoint = (service: ContentKeyService) =>
  defineEndpoint({
    contract: putContentKey,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }, { caller }) => ({
      status: 200,
      body: await service.deposit(caller.user, body),
    }),
  });
