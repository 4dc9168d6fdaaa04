import type { Endpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { MediaService } from '../media-service.ts';
import { getMediaEndpoint } from './get-media.ts';
import { getThumbnailEndpoint } from './get-thumbnail.ts';
import { getWaitingMediaEndpoint } from './get-waiting-media.ts';
import { putMediaEndpoint } from './put-media.ts';

/** Lists the dashboard's endpoints for media. */
export const mediaEndpoints = (media: MediaService): Endpoint[] => [
  getMediaEndpoint(media),
  putMediaEndpoint(media),
  getWaitingMediaEndpoint(media),
  getThumbnailEndpoint(media),
];
