export { type CollectionServices, createCollections } from './create-collections.ts';
export { collectionEndpoints } from './endpoints/dashboard/index.ts';
export { storedManifest } from './manifest/stored-manifests.ts';
