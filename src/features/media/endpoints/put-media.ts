import { putMedia } from '../../../contract/dashboard-api/library/media.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { MediaService } from '../media-service.ts';

/** Replaces the media facts of a content. */
export const putMediaEndpoint = (media: Pick<MediaService, 'put'>) =>
  jsonEndpoint(putMedia, ({ params, body }) => media.put(parseContentId(params.id).sha256, body));
