import {
  getNetworkContent,
  type RemoteContentList,
  type RemoteContentQuery,
} from '../../../contract/node-api/discovery.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Searches the remote index. */
export interface NetworkSearch {
  page(query: RemoteContentQuery, baseUrl: string): Promise<RemoteContentList>;
}

/** Lists the contents in the remote index. */
export const getNetworkContentEndpoint = (found: NetworkSearch) =>
  jsonEndpoint(getNetworkContent, ({ query }, { baseUrl }) => found.page(query, baseUrl));
