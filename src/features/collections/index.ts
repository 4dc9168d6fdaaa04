export type { CollectionService } from './collection-service.ts';
export { createCollections } from './create-collections.ts';
export { collectionEndpoints } from './endpoints/dashboard/index.ts';
