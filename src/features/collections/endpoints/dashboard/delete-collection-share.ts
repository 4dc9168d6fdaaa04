import { deleteCollectionShare } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { Publication } from '../../manifest/publication.ts';

/** Stops sharing a collection on a public node. */
export const deleteCollectionShareEndpoint = (publication: Pick<Publication, 'withdraw'>) =>
  jsonEndpoint(deleteCollectionShare, ({ params, query }) => publication.withdraw(params.id, query.host));
