import type { Db } from '../../platform/sqlite/database.ts';
import { CollectionResponses, type CollectionResponsesOptions } from './collection-responses.ts';
import { CollectionService, type CollectionServiceOptions } from './collection-service.ts';
import { CollectionTrash } from './collection-trash.ts';
import { CollectionSharing, type CollectionSharingOptions } from './manifest/collection-sharing.ts';
import type { ImportOptions } from './manifest/import.ts';
import { ManifestStore, type ManifestStoreOptions } from './manifest/manifest-store.ts';
import { CollectionListRepository } from './repository/collection-list-repository.ts';
import { CollectionRepository } from './repository/collection-repository.ts';
import { CollectionTrashRepository } from './repository/collection-trash-repository.ts';
import { ManifestRepository } from './repository/manifest-repository.ts';

type Options = CollectionServiceOptions &
  CollectionResponsesOptions &
  CollectionSharingOptions &
  ManifestStoreOptions;

export interface CreateCollectionsOptions
  extends Omit<Options, 'rows' | 'trashRows' | 'lists' | 'manifests' | 'responses' | 'store' | 'catalogue'> {
  db: Db;
  catalogue: Options['catalogue'] & ImportOptions['catalogue'];
}

/** The services of collections. */
export type CollectionServices = ReturnType<typeof createCollections>;

/** Creates the services of collections. */
export function createCollections({ db, ...options }: CreateCollectionsOptions) {
  const lists = new CollectionListRepository(db);
  const responses = new CollectionResponses({ ...options, lists });
  const manifests = new ManifestRepository(db, options.commands);
  const rows = new CollectionRepository(db);
  const trashRows = new CollectionTrashRepository(db);
  const store = new ManifestStore({ ...options, manifests });
  return {
    collections: new CollectionService({ ...options, rows, trashRows, lists, manifests, responses }),
    trash: new CollectionTrash({ ...options, trashRows, lists, responses }),
    sharing: new CollectionSharing({ ...options, lists, manifests, store }),
    manifests: store,
    catalogue: options.catalogue,
    hide: options.hide,
  };
}
