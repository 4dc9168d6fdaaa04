import {
  getNetworkContent,
  type RemoteContentList,
  type RemoteContentQuery,
} from '../../../contract/node-api/discovery.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Searches the remote index. */
export interface NetworkSearch {
  page(query: RemoteContentQuery, baseUrl: string): Promise<RemoteContentList>;
}

/** Lists the contents in the remote index. */
export const getNetworkContentEndpoint = (found: NetworkSearch) =>
  defineEndpoint({
    contract: getNetworkContent,
    limit: 'requests',
    handle: async ({ query }, { baseUrl }) => ({ status: 200, body: await found.page(query, baseUrl) }),
  });
