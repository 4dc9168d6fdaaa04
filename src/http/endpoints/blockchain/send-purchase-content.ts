import { postPurchaseContent } from '../../../contract/endpoints/blockchain.ts';
import { defineEndpoint, jsonBody } from '../../endpoint.ts';
import { noChain } from './no-chain.ts';

/** 14. Prepares the message that buys a licence. */
export const postPurchaseContentEndpoint = () =>
  defineEndpoint({
    contract: postPurchaseContent,
    limit: 'requests',
    body: jsonBody,
    handle: () => {
      throw noChain();
    },
  });
