import { postCollectionSale } from '../../../../contract/dashboard-api/library/collection-sale.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionSharing } from '../../manifest/collection-sharing.ts';

/** Makes the list of a collection that is to be sold as one. */
export const postCollectionSaleEndpoint = (sharing: Pick<CollectionSharing, 'prepareSale'>) =>
  jsonEndpoint(postCollectionSale, ({ params }) => sharing.prepareSale(params.id));
