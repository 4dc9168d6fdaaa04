export { contentIdFormat, contentIdOf, parseContentId } from '../blobs/content-id.ts';
export { dispositionFor } from '../blobs/media-type.ts';
