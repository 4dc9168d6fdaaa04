import { postNewContentMessage } from '../../../contract/node-api/orders.ts';
import { defineEndpoint, jsonBody } from '../../../platform/http/endpoint/endpoint.ts';
import type { ChainMessages } from './chain-messages.ts';

/** Prepares the message that registers a content. */
export const postNewContentMessageEndpoint = (messages: ChainMessages) =>
  defineEndpoint({
    contract: postNewContentMessage,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }, { caller }) => ({
      status: 200,
      body: await messages.registration(caller, body),
    }),
  });
