import { postPurchaseContent } from '../../../contract/node-api/orders.ts';
import { defineEndpoint, jsonBody } from '../../../platform/http/endpoint/endpoint.ts';
import type { ChainMessages } from './chain-messages.ts';

/** Prepares the message that buys a licence. */
export const postPurchaseContentEndpoint = (messages: ChainMessages) =>
  defineEndpoint({
    contract: postPurchaseContent,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }, { caller }) => ({ status: 200, body: await messages.purchase(caller, body) }),
  });
