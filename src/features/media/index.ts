export { mediaEndpoints } from './endpoints/index.ts';
export { MediaRepository } from './media-repository.ts';
export { MediaService } from './media-service.ts';
