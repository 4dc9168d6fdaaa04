import { getCollectionEntries } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionService } from '../../collection-service.ts';

/** Lists the entries of a collection. */
export const getCollectionEntriesEndpoint = (collections: Pick<CollectionService, 'entries'>) =>
  jsonEndpoint(getCollectionEntries, ({ params, query }) => collections.entries(params.id, query));
