import { postNewContentMessage } from '../../../contract/endpoints/blockchain.ts';
import { defineEndpoint, jsonBody } from '../../endpoint.ts';
import { noChain } from './no-chain.ts';

/** 13. Prepares the message that registers a content. */
export const postNewContentMessageEndpoint = () =>
  defineEndpoint({
    contract: postNewContentMessage,
    limit: 'requests',
    body: jsonBody,
    handle: () => {
      throw noChain();
    },
  });
