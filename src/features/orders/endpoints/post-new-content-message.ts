import { postNewContentMessage } from '../../../contract/node-api/orders.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ChainMessages } from './chain-messages.ts';

/** Prepares the message that registers a content. */
export const postNewContentMessageEndpoint = (messages: ChainMessages) =>
  jsonEndpoint(postNewContentMessage, ({ body }, { caller }) => messages.registration(caller, body));
