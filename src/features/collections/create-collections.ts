import type { Db } from '../../platform/sqlite/database.ts';
import { CollectionResponses, type CollectionResponsesOptions } from './collection-responses.ts';
import { CollectionService, type CollectionServiceOptions } from './collection-service.ts';
import { CollectionListRepository } from './repository/collection-list-repository.ts';
import { CollectionRepository } from './repository/collection-repository.ts';

export interface CreateCollectionsOptions
  extends Omit<CollectionServiceOptions & CollectionResponsesOptions, 'rows' | 'lists' | 'responses'> {
  db: Db;
}

/** Creates the service of collections. */
export function createCollections({ db, ...options }: CreateCollectionsOptions): CollectionService {
  const lists = new CollectionListRepository(db);
  const responses = new CollectionResponses({ ...options, lists });
  return new CollectionService({ ...options, rows: new CollectionRepository(db), lists, responses });
}
