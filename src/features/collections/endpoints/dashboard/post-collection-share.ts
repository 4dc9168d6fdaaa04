import { postCollectionShare } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { Publication } from '../../manifest/publication.ts';

/** Shares a collection with its contents. */
export const postCollectionShareEndpoint = (publication: Pick<Publication, 'share'>) =>
  jsonEndpoint(postCollectionShare, ({ params, body }) => publication.share(params.id, body));
