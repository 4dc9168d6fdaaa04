import { getIntents } from '../../../contract/node-api/orders.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ChainMessages } from './chain-messages.ts';

/** Returns the messages that were prepared for the caller, and their results. */
export const getIntentsEndpoint = (messages: ChainMessages) =>
  defineEndpoint({
    contract: getIntents,
    limit: 'requests',
    handle: (_, { caller }) => ({ status: 200, body: messages.intents(caller) }),
  });
