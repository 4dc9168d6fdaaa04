import { getCollections } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionService } from '../../collection-service.ts';

/** Lists collections. */
export const getCollectionsEndpoint = (collections: Pick<CollectionService, 'page'>) =>
  jsonEndpoint(getCollections, ({ query }) => collections.page(query));
