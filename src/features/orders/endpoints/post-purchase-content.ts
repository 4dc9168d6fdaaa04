import { postPurchaseContent } from '../../../contract/node-api/orders.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ChainMessages } from './chain-messages.ts';

/** Prepares the message that buys a licence. */
export const postPurchaseContentEndpoint = (messages: ChainMessages) =>
  jsonEndpoint(postPurchaseContent, ({ body }, { caller }) => messages.purchase(caller, body));
