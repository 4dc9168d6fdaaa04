export { playbackEndpoints } from './endpoints/dashboard/index.ts';
export { PlaybackRepository } from './playback-repository.ts';
export { PlaybackService } from './playback-service.ts';
export { replicatedPlaybackTables } from './replicated-playback.ts';
