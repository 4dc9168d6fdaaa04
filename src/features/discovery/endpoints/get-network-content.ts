import {
  getNetworkContent,
  type RemoteContentList,
  type RemoteContentQuery,
} from '../../../contract/node-api/discovery.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Finds what other nodes say that they have. */
export interface NetworkSearch {
  page(query: RemoteContentQuery, baseUrl: string): Promise<RemoteContentList>;
}

/** What this node knows to be on others. */
export const getNetworkContentEndpoint = (found: NetworkSearch) =>
  defineEndpoint({
    contract: getNetworkContent,
    limit: 'requests',
    handle: async ({ query }, { baseUrl }) => ({ status: 200, body: await found.page(query, baseUrl) }),
  });
