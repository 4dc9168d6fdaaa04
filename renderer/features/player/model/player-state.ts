import { currentItem, type Queue, type QueueItem, upcoming } from './queue.ts';

/**
 * Why a track is not played. `missing`: it is not stored any more; `unlicensed`: its licence or key is gone; `stopped`:
 * its frame no longer responds; the others come from the frame.
 */
export type PlayFailure = 'unreadable' | 'damaged' | 'stalled' | 'missing' | 'unlicensed' | 'stopped';

/** A time in milliseconds at which playback pauses, or the end of the current track. */
export type Sleep = { at: number; minutes: number } | 'track';

export interface PlayerState {
  queue: Queue;
  /** Grows whenever the current track has to be loaded from the beginning of its link. */
  take: number;
  /** Grows with every start of a track, also of one that the frame had loaded ahead. */
  turn: number;
  /** Where the next load starts, in seconds; null: at the remembered position. */
  startAt: number | null;
  /** Whether the person wants it to play; a frame that loads or fails does not change it. */
  isPlaying: boolean;
  /** Whether there is a frame: from the first playback in this page on. */
  isOpen: boolean;
  /** Whether the current track can be heard or seen. */
  isShown: boolean;
  isWaiting: boolean;
  /** In seconds. */
  time: number;
  duration: number | null;
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
  rate: number;
  failure: PlayFailure | null;
  /** Keys of items that failed since the person last chose something. */
  failed: ReadonlySet<number>;
  sleep: Sleep | null;
  /** Whether the person closed the small window of the current film. */
  isWindowClosed: boolean;
}

/** Returns whether the frame plays; it stops at once what may no longer be played. */
export const soundsNow = ({ isPlaying, failure }: PlayerState): boolean =>
  isPlaying && failure !== 'unlicensed' && failure !== 'missing';

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

export const currentTrack = ({ queue }: PlayerState): QueueItem | undefined => currentItem(queue);

/** Returns the track to load ahead: none while playback will stop after the current one. */
export function trackAhead({ queue, failed, failure, sleep }: PlayerState): QueueItem | undefined {
  return sleep === 'track' || failure !== null ? undefined : upcoming(queue, failed);
}

/** Makes an item current and loads it. */
export function withTrack(state: PlayerState, queue: Queue, startAt: number | null): PlayerState {
  return {
    ...state,
    queue,
    take: state.take + 1,
    turn: state.turn + 1,
    startAt,
    isShown: false,
    isWaiting: false,
    time: startAt ?? 0,
    duration: null,
    failure: null,
    isWindowClosed: false,
  };
}

/** Follows a frame that already plays the item of `key`. */
export function advanced(state: PlayerState, key: number): PlayerState {
  return { ...withTrack(state, { ...state.queue, current: key }, 0), take: state.take, isShown: true };
}

/** Continues after the end of the current track, or stops there. */
export function afterEnd(state: PlayerState): PlayerState {
  const stopped = { ...state, isPlaying: false, sleep: state.sleep === 'track' ? null : state.sleep };
  if (state.sleep === 'track') return stopped;
  const next = upcoming(state.queue, state.failed);
  return next ? withTrack(state, { ...state.queue, current: next.key }, null) : stopped;
}

/** Notes a failure of the current track. */
export function withFailure(state: PlayerState, failure: PlayFailure): PlayerState {
  const { current } = state.queue;
  if (current === null) return state;
  return { ...state, failure, isWaiting: false, failed: new Set([...state.failed, current]) };
}
