import { currentItem, type Queue, type QueueItem, upcoming } from './queue.ts';

/**
 * Why a track is not played. `missing`: it is no longer stored; `unlicensed`: its licence or key no longer exists;
 * `stopped`: its frame no longer responds; the other reasons come from the frame.
 */
export type PlayFailure = 'unreadable' | 'damaged' | 'stalled' | 'missing' | 'unlicensed' | 'stopped';

/** A time in milliseconds at which playback pauses, or the end of the current track. */
export type SleepSetting = { at: number; minutes: number } | 'track';

export interface PlayerState {
  queue: Queue;
  /** Increases whenever the current track must be loaded. */
  loadId: number;
  /** Increases with every start of a track, including those that the frame had loaded in advance. */
  startId: number;
  /** Start of the next load in seconds; null: the stored position. */
  startAt: number | null;
  /** Whether the user wants it to play; a frame that loads or fails does not change it. */
  isPlaying: boolean;
  /** Whether the frame exists, which is created at the first playback in this page. */
  isOpen: boolean;
  /** Whether the frame has loaded the current track, which can be heard or seen then. */
  isReady: boolean;
  isWaiting: boolean;
  /** Whether the stored position could not be read, and must not be replaced by the beginning. */
  isPositionProtected: boolean;
  /** Position in seconds. */
  time: number;
  duration: number | null;
  /** From 0 to 1. */
  volume: number;
  isMuted: boolean;
  rate: number;
  failure: PlayFailure | null;
  /** Keys of items that failed since the user last selected something. */
  failed: ReadonlySet<number>;
  sleep: SleepSetting | null;
  /** Whether the user closed the small window of the current film. */
  isWindowClosed: boolean;
}

/** Returns whether the frame plays; it stops at once if the content may no longer be played. */
export const isAudible = ({ isPlaying, failure }: PlayerState): boolean =>
  isPlaying && failure !== 'unlicensed' && failure !== 'missing';

/** Returns whether the current track plays, or will as soon as it has loaded. */
export const isPlayingNow = ({ isOpen, isPlaying, failure }: PlayerState): boolean =>
  isOpen && isPlaying && failure === null;

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

export const currentTrack = ({ queue }: PlayerState): QueueItem | undefined => currentItem(queue);

/** Returns the track to load in advance; none if playback will stop after the current one. */
export function trackAhead({ queue, failed, failure, sleep }: PlayerState): QueueItem | undefined {
  return sleep === 'track' || failure !== null ? undefined : upcoming(queue, failed);
}

/** Makes an item current and loads it. */
export function withTrack(state: PlayerState, queue: Queue, startAt: number | null): PlayerState {
  return {
    ...state,
    queue,
    loadId: state.loadId + 1,
    startId: state.startId + 1,
    startAt,
    isReady: false,
    isWaiting: false,
    isPositionProtected: false,
    time: startAt ?? 0,
    duration: null,
    failure: null,
    isWindowClosed: false,
  };
}

/** Loads the current track at its position; at the stored one if that could not be read before. */
export const reloaded = (state: PlayerState): PlayerState =>
  withTrack(state, state.queue, state.isPositionProtected ? null : state.time);

/** Updates the state after the frame has started the item of `key` by itself. */
export function advanced(state: PlayerState, key: number): PlayerState {
  return { ...withTrack(state, { ...state.queue, current: key }, 0), loadId: state.loadId, isReady: true };
}

/** Continues after the end of the current track, or stops if none follows. */
export function afterEnd(state: PlayerState): PlayerState {
  const stopped = { ...state, isPlaying: false, sleep: state.sleep === 'track' ? null : state.sleep };
  if (state.sleep === 'track') return stopped;
  const next = upcoming(state.queue, state.failed);
  return next ? withTrack(state, { ...state.queue, current: next.key }, null) : stopped;
}

/** Records a failure of the current track. */
export function withFailure(state: PlayerState, failure: PlayFailure): PlayerState {
  const { current } = state.queue;
  if (current === null) return state;
  return { ...state, failure, isWaiting: false, failed: new Set([...state.failed, current]) };
}
