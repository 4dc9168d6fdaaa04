import { getRemoteIndex, type RemoteContentPage } from '../../../../contract/dashboard-api/discovery.ts';
import type { RemoteContentQuery } from '../../../../contract/node-api/discovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Finds contents of other nodes, from any position of the list. */
export interface FoundPages {
  pageFrom(query: RemoteContentQuery & { skip: number }, baseUrl: string): Promise<RemoteContentPage>;
}

/** Searches the contents of other nodes. */
export const getRemoteIndexEndpoint = (found: FoundPages, nodeUrl: () => string) =>
  jsonEndpoint(getRemoteIndex, ({ query }) => found.pageFrom(query, nodeUrl()));
