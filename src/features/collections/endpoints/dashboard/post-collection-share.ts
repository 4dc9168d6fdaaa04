import { postCollectionShare } from '../../../../contract/dashboard-api/library/collection-shares.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionSharing } from '../../manifest/collection-sharing.ts';

/** Shares a collection with its contents. */
export const postCollectionShareEndpoint = (sharing: Pick<CollectionSharing, 'share'>) =>
  jsonEndpoint(postCollectionShare, ({ params, body }) => sharing.share(params.id, body));
