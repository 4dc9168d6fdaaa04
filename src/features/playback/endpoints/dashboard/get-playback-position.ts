import { getPlaybackPosition } from '../../../../contract/dashboard-api/library/playback.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PlaybackService } from '../../playback-service.ts';

export const getPlaybackPositionEndpoint = (playback: PlaybackService) =>
  jsonEndpoint(getPlaybackPosition, ({ params }) => ({
    position: playback.position(parseContentId(params.id).sha256),
  }));
