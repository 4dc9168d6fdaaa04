import { patchCollection } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionService } from '../../collection-service.ts';

/** Edits the details of a collection. */
export const patchCollectionEndpoint = (collections: Pick<CollectionService, 'edit'>) =>
  jsonEndpoint(patchCollection, ({ params, body }) => collections.edit(params.id, body));
