import { getIntents } from '../../../contract/node-api/orders.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ChainMessages } from './chain-messages.ts';

/** Returns the messages that were prepared for the caller, and their results. */
export const getIntentsEndpoint = (messages: ChainMessages) =>
  jsonEndpoint(getIntents, (_, { caller }) => messages.intents(caller));
