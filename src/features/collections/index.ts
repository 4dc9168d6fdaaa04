export { BoughtCollections } from './bought-collections.ts';
export { type CollectionServices, createCollections } from './create-collections.ts';
export { collectionEndpoints } from './endpoints/dashboard/index.ts';
export { FolderCollections } from './folder-collections.ts';
export { FollowedCollections } from './followed/followed-collections.ts';
export { replicatedCollectionTables } from './replicated-collections.ts';
export { CollectionTrashRepository } from './repository/collection-trash-repository.ts';
