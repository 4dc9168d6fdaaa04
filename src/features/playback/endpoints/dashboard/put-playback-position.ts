import { putPlaybackPosition } from '../../../../contract/dashboard-api/library/playback.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PlaybackService } from '../../playback-service.ts';

export const putPlaybackPositionEndpoint = (playback: PlaybackService) =>
  jsonEndpoint(putPlaybackPosition, ({ params, body }) =>
    playback.save(parseContentId(params.id).sha256, body),
  );
