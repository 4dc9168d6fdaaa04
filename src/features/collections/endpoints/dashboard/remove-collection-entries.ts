import { removeCollectionEntries } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionService } from '../../collection-service.ts';

/** Removes entries from a collection. */
export const removeCollectionEntriesEndpoint = (collections: Pick<CollectionService, 'remove'>) =>
  jsonEndpoint(removeCollectionEntries, async ({ params, body }) => ({
    removed: await collections.remove(params.id, body.entries),
  }));
