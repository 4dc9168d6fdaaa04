import { deleteCollection } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionService } from '../../collection-service.ts';

/** Deletes a collection, and no content. */
export const deleteCollectionEndpoint = (collections: Pick<CollectionService, 'delete'>) =>
  jsonEndpoint(deleteCollection, ({ params }) => collections.delete(params.id));
