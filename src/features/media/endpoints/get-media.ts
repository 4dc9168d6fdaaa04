import { getMedia } from '../../../contract/dashboard-api/library/media.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { MediaService } from '../media-service.ts';

/** Returns the media facts of a content. */
export const getMediaEndpoint = (media: Pick<MediaService, 'get'>) =>
  jsonEndpoint(getMedia, ({ params }) => media.get(parseContentId(params.id).sha256));
