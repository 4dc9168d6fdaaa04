import { getCollectionShares } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { Publication } from '../../manifest/publication.ts';

/** Lists the shares of a collection. */
export const getCollectionSharesEndpoint = (publication: Pick<Publication, 'shares'>) =>
  jsonEndpoint(getCollectionShares, ({ params }) => ({ shares: publication.shares(params.id) }));
