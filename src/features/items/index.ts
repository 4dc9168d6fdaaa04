export type { AuthorServiceOptions, WorkSource } from './author-service.ts';
export { itemEndpoints } from './endpoints/dashboard/index.ts';
export type { ItemServiceOptions } from './item-service.ts';
