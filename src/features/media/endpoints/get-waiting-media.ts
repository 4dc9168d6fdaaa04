import { getWaitingMedia } from '../../../contract/dashboard-api/library/media.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { MediaService } from '../media-service.ts';

/** Lists contents whose media facts are not made yet. */
export const getWaitingMediaEndpoint = (media: Pick<MediaService, 'waiting'>) =>
  jsonEndpoint(getWaitingMedia, ({ query }) => media.waiting(query.maker, query.cursor));
