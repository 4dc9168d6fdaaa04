import { getUnfinished } from '../../../../contract/dashboard-api/library/playback.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PlaybackService } from '../../playback-service.ts';

export const getUnfinishedEndpoint = (playback: PlaybackService) =>
  jsonEndpoint(getUnfinished, ({ query }) => ({ items: playback.unfinished(query.limit) }));
