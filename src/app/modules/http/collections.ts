import { type CollectionService, createCollections } from '../../../features/collections/index.ts';
import { LocalContentResponses, type LocalContentServices } from '../../../features/serving/index.ts';
import type { Base } from '../base.ts';
import type { ContentServices } from '../content.ts';

/** Creates the service of collections, which shows their contents as the other lists of the dashboard do. */
export function createCollectionService(
  { db, clock, events }: Base,
  { covers, records, service }: ContentServices,
  contents: LocalContentServices,
): CollectionService {
  const responses = new LocalContentResponses(contents);
  return createCollections({
    db,
    records,
    covers,
    contentsOf: (hashes) => responses.contents(service.stored(hashes)),
    clock,
    onChange: () => events.emit('collections.changed'),
  });
}
