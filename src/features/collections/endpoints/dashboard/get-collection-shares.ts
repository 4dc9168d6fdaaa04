import { getCollectionShares } from '../../../../contract/dashboard-api/library/collection-shares.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionSharing } from '../../manifest/collection-sharing.ts';

/** Lists the shares of a collection. */
export const getCollectionSharesEndpoint = (sharing: Pick<CollectionSharing, 'shares'>) =>
  jsonEndpoint(getCollectionShares, async ({ params, query }) => ({
    shares: await sharing.shares(params.id, query.compare === 'true'),
  }));
