import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PlaybackService } from '../../playback-service.ts';
import { getPlaybackPositionEndpoint } from './get-playback-position.ts';
import { getUnfinishedEndpoint } from './get-unfinished.ts';
import { postStoredContentsEndpoint } from './post-stored-contents.ts';
import { putPlaybackPositionEndpoint } from './put-playback-position.ts';

export const playbackEndpoints = (playback: PlaybackService): Endpoint[] => [
  getUnfinishedEndpoint(playback),
  postStoredContentsEndpoint(playback),
  getPlaybackPositionEndpoint(playback),
  putPlaybackPositionEndpoint(playback),
];
