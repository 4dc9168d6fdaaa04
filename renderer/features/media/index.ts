export { mediaQueue, type RunningTask } from './media-queue.ts';
export { useBackgroundMedia } from './use-background-media.ts';
export { useWantedMedia } from './use-wanted-media.ts';
