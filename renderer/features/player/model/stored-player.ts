import * as z from 'zod';
import { browserStorage } from '../../../lib/session/page-storage.ts';
import { currentTrack, type PlayerState } from './player-state.ts';
import { emptyQueue, mostItems } from './queue.ts';

const storageName = 'alcove.player';

const content = z.object({
  id: z.string(),
  title: z.string(),
  artist: z.string(),
  contentType: z.string(),
  pictureUrl: z.string().nullable(),
});

const stored = z.object({
  items: z.array(z.object({ key: z.int(), content })).max(mostItems),
  current: z.int().nullable(),
  unshuffled: z.array(z.int()).nullable(),
  repeat: z.enum(['off', 'all', 'one']),
  time: z.number().nonnegative(),
  duration: z.number().positive().nullable(),
  volume: z.number().min(0).max(1),
  isMuted: z.boolean(),
  rate: z.number().min(0.5).max(2),
});

const initial: PlayerState = {
  queue: emptyQueue,
  take: 0,
  turn: 0,
  startAt: null,
  isPlaying: false,
  isOpen: false,
  isShown: false,
  isWaiting: false,
  time: 0,
  duration: null,
  volume: 1,
  isMuted: false,
  rate: 1,
  failure: null,
  failed: new Set(),
  sleep: null,
  isWindowClosed: false,
};

/** Returns the player as the last page of this browser left it, paused. */
export function readPlayer(): PlayerState {
  const read = stored.safeParse(parsed(browserStorage.get(storageName) ?? 'null'));
  if (!read.success) return initial;
  const { items, current, unshuffled, repeat, ...rest } = read.data;
  const nextKey = Math.max(0, ...items.map(({ key }) => key)) + 1;
  const state = { ...initial, ...rest, queue: { items, current, unshuffled, repeat, nextKey } };
  return currentTrack(state)
    ? { ...state, startAt: state.time }
    : { ...state, queue: { ...emptyQueue, repeat }, time: 0, duration: null };
}

/** Stores what outlives the page. */
export function writePlayer({ queue, time, duration, volume, isMuted, rate }: PlayerState): void {
  const { items, current, unshuffled, repeat } = queue;
  const kept = { items, current, unshuffled, repeat, time, duration, volume, isMuted, rate };
  browserStorage.set(storageName, JSON.stringify(kept));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
