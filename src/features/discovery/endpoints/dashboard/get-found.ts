import { getFound, type RemoteContentPage } from '../../../../contract/dashboard-api/discovery.ts';
import type { RemoteContentQuery } from '../../../../contract/node-api/discovery.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Finds contents of other nodes, from any position of the list. */
export interface FoundPages {
  pageFrom(query: RemoteContentQuery & { skip: number }, baseUrl: string): Promise<RemoteContentPage>;
}

/** Searches the contents of other nodes. */
export const getFoundEndpoint = (found: FoundPages, nodeUrl: () => string) =>
  defineEndpoint({
    contract: getFound,
    limit: 'requests',
    handle: async ({ query }) => ({ status: 200, body: await found.pageFrom(query, nodeUrl()) }),
  });
