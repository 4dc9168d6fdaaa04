import {
  type FoundContentQuery,
  type FoundContents,
  getNetworkContent,
} from '../../../contract/endpoints/network.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Finds what other nodes say that they have. */
export interface NetworkSearch {
  page(query: FoundContentQuery, baseUrl: string): Promise<FoundContents>;
}

/** What this node knows to be on others. */
export const getNetworkContentEndpoint = (found: NetworkSearch) =>
  defineEndpoint({
    contract: getNetworkContent,
    limit: 'requests',
    handle: async ({ query }, { baseUrl }) => ({ status: 200, body: await found.page(query, baseUrl) }),
  });
