import { getCollection } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionService } from '../../collection-service.ts';

/** Returns a collection. */
export const getCollectionEndpoint = (collections: Pick<CollectionService, 'get'>) =>
  jsonEndpoint(getCollection, ({ params }) => collections.get(params.id));
