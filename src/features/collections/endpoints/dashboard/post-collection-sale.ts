import { postCollectionSale } from '../../../../contract/dashboard-api/library/collection-sale.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { Publication } from '../../manifest/publication.ts';

/** Makes the list of a collection that is to be sold as one. */
export const postCollectionSaleEndpoint = (publication: Pick<Publication, 'prepareSale'>) =>
  jsonEndpoint(postCollectionSale, ({ params }) => publication.prepareSale(params.id));
