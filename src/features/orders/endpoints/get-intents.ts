import { getIntents } from '../../../contract/node-api/orders.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ChainMessages } from './chain-messages.ts';

/** What the caller was given to send, and what became of it. */
export const getIntentsEndpoint = (messages: ChainMessages) =>
  defineEndpoint({
    contract: getIntents,
    limit: 'requests',
    handle: (_, { caller }) => ({ status: 200, body: messages.intents(caller) }),
  });
