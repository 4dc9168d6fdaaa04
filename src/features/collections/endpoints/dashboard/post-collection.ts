import { postCollection } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionService } from '../../collection-service.ts';

/** Creates a collection. */
export const postCollectionEndpoint = (collections: Pick<CollectionService, 'create'>) =>
  jsonEndpoint(postCollection, ({ body }) => collections.create(body));
