import { deleteCollectionShare } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { Publication } from '../../manifest/publication.ts';

/** Stops sharing a collection on a public node. */
export const deleteCollectionShareEndpoint = (publication: Pick<Publication, 'unshare'>) =>
  jsonEndpoint(deleteCollectionShare, ({ params, query }) => publication.unshare(params.id, query.host));
