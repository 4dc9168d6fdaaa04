import { deleteCollectionShare } from '../../../../contract/dashboard-api/library/collection-shares.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionSharing } from '../../manifest/collection-sharing.ts';

/** Stops sharing a collection on a public node. */
export const deleteCollectionShareEndpoint = (sharing: Pick<CollectionSharing, 'unshare'>) =>
  jsonEndpoint(deleteCollectionShare, ({ params, query }) => sharing.unshare(params.id, query.host));
