import { postCollectionEntries } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CollectionService } from '../../collection-service.ts';

/** Adds entries to a collection. */
export const postCollectionEntriesEndpoint = (collections: Pick<CollectionService, 'add'>) =>
  jsonEndpoint(postCollectionEntries, async ({ params, body }) => {
    const { added, alreadyThere } = await collections.add(params.id, body.entries, body.before);
    return { added, already_there: alreadyThere };
  });
