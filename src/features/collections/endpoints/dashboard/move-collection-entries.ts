import { moveCollectionEntries } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionService } from '../../collection-service.ts';

/** Moves entries of a collection. */
export const moveCollectionEntriesEndpoint = (collections: Pick<CollectionService, 'move'>) =>
  jsonEndpoint(moveCollectionEntries, ({ params, body }) =>
    collections.move(params.id, body.entries, body.before),
  );
