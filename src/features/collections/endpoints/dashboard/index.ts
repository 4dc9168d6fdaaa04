import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionServices } from '../../create-collections.ts';
import { deleteCollectionShareEndpoint } from './delete-collection-share.ts';
import { getCollectionEndpoint } from './get-collection.ts';
import { getCollectionEntriesEndpoint } from './get-collection-entries.ts';
import { getCollectionSharesEndpoint } from './get-collection-shares.ts';
import { getCollectionsEndpoint } from './get-collections.ts';
import { moveCollectionEntriesEndpoint } from './move-collection-entries.ts';
import { patchCollectionEndpoint } from './patch-collection.ts';
import { postCollectionEndpoint } from './post-collection.ts';
import { postCollectionEntriesEndpoint } from './post-collection-entries.ts';
import { postCollectionSaleEndpoint } from './post-collection-sale.ts';
import { postCollectionShareEndpoint } from './post-collection-share.ts';
import { postImportedCollectionEndpoint } from './post-imported-collection.ts';
import { removeCollectionEntriesEndpoint } from './remove-collection-entries.ts';
import { collectionTrashEndpoints } from './trash.ts';

/** Lists the dashboard's endpoints for collections. */
export const collectionEndpoints = ({
  collections,
  trash,
  sharing,
  catalogue,
  hide,
}: CollectionServices): Endpoint[] => [
  getCollectionSharesEndpoint(sharing),
  postCollectionShareEndpoint(sharing),
  deleteCollectionShareEndpoint(sharing),
  postCollectionSaleEndpoint(sharing),
  postImportedCollectionEndpoint({ catalogue, collections, hide }),
  getCollectionsEndpoint(collections),
  postCollectionEndpoint(collections),
  getCollectionEndpoint(collections),
  patchCollectionEndpoint(collections),
  getCollectionEntriesEndpoint(collections),
  postCollectionEntriesEndpoint(collections),
  moveCollectionEntriesEndpoint(collections),
  removeCollectionEntriesEndpoint(collections),
  ...collectionTrashEndpoints(collections, trash),
];
