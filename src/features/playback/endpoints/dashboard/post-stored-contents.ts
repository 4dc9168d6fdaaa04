import { postStoredContents } from '../../../../contract/dashboard-api/library/playback.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PlaybackService } from '../../playback-service.ts';

/** Returns those of the given contents that are stored, so that a queue drops deleted ones. */
export const postStoredContentsEndpoint = (playback: PlaybackService) =>
  jsonEndpoint(postStoredContents, ({ body }) => ({
    content_ids: body.content_ids.filter((id) => playback.isStored(parseContentId(id).sha256)),
  }));
