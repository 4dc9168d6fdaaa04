import { deleteCollection } from '../../../../contract/dashboard-api/library/collections.ts';
import {
  deleteTrashedCollection,
  getTrashedCollections,
  postTrashedCollectionRestore,
} from '../../../../contract/dashboard-api/library/trash.ts';
import { type Endpoint, jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionService } from '../../collection-service.ts';
import type { CollectionTrash } from '../../collection-trash.ts';

/** Moves collections to the trash, lists and restores them, and deletes them for ever. */
export const collectionTrashEndpoints = (
  collections: Pick<CollectionService, 'delete'>,
  trash: CollectionTrash,
): Endpoint[] => [
  jsonEndpoint(deleteCollection, ({ params }) => collections.delete(params.id)),
  jsonEndpoint(getTrashedCollections, ({ query }) => trash.page(query)),
  jsonEndpoint(postTrashedCollectionRestore, ({ params }) => trash.restore(params.id)),
  jsonEndpoint(deleteTrashedCollection, ({ params }) => trash.purge(params.id)),
];
