import { getContentKey, putContentKey } from '../../../contract/node-api/licensing.ts';
import { defineEndpoint, jsonBody } from '../../../platform/http/endpoint/endpoint.ts';
import type { KeyDesk } from '../content-key-service.ts';

/** The key of a content, for whoever may open it elsewhere. */
export const getContentKeyEndpoint = (desk: KeyDesk) =>
  defineEndpoint({
    contract: getContentKey,
    limit: 'requests',
    handle: async ({ query }, { caller }) => ({
      status: 200,
      body: await desk.deliver(caller.user, query),
    }),
  });

/** Takes the key of a content from its owner. */
export const putContentKeyEndpoint = (desk: KeyDesk) =>
  defineEndpoint({
    contract: putContentKey,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }, { caller }) => ({ status: 200, body: await desk.deposit(caller.user, body) }),
  });
