import * as z from 'zod';
import { browserStorage } from '../../../lib/session/page-storage.ts';
import { currentTrack, type PlayerState } from './player-state.ts';
import { emptyQueue, maxItems } from './queue.ts';

const names = { queue: 'alcove.player', position: 'alcove.player.position' };

const content = z.object({
  id: z.string(),
  title: z.string(),
  artist: z.string(),
  contentType: z.string(),
  pictureUrl: z.string().nullable(),
});

const stored = z.object({
  items: z.array(z.object({ key: z.int(), content })).max(maxItems),
  current: z.int().nullable(),
  unshuffled: z.array(z.int()).nullable(),
  repeat: z.enum(['off', 'all', 'one']),
  volume: z.number().min(0).max(1),
  isMuted: z.boolean(),
  rate: z.number().min(0.5).max(2),
});

const storedPosition = z.object({
  key: z.int(),
  time: z.number().nonnegative(),
  duration: z.number().positive().nullable(),
});

const initial: PlayerState = {
  queue: emptyQueue,
  loadId: 0,
  startId: 0,
  startAt: null,
  isPlaying: false,
  isOpen: false,
  isReady: false,
  isWaiting: false,
  isPositionProtected: false,
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

/** Returns the player's state from the last page of this browser, paused. */
export function readPlayer(): PlayerState {
  const read = stored.safeParse(parsed(names.queue));
  if (!read.success) return initial;
  const { items, current, unshuffled, repeat, ...rest } = read.data;
  const nextKey = Math.max(0, ...items.map(({ key }) => key)) + 1;
  const state = { ...initial, ...rest, queue: { items, current, unshuffled, repeat, nextKey } };
  if (!currentTrack(state)) return { ...state, queue: { ...emptyQueue, repeat } };
  const { data: position } = storedPosition.safeParse(parsed(names.position));
  if (position?.key !== current) return state;
  return { ...state, time: position.time, duration: position.duration, startAt: position.time };
}

/** Stores the state for later pages. @param last the last stored state: a long queue is written only if it changed */
export function writePlayer(state: PlayerState, last: PlayerState | null): void {
  const { queue, time, duration, volume, isMuted, rate } = state;
  const { items, current, unshuffled, repeat } = queue;
  const isNew = (['queue', 'volume', 'isMuted', 'rate'] as const).some(
    (name) => last?.[name] !== state[name],
  );
  const kept = { items, current, unshuffled, repeat, volume, isMuted, rate };
  if (isNew) browserStorage.set(names.queue, JSON.stringify(kept));
  // A page that ends before the stored position is known does not replace it by the beginning.
  const isKnown = !state.isPositionProtected && (state.isReady || state.startAt !== null);
  if (isKnown) browserStorage.set(names.position, JSON.stringify({ key: current, time, duration }));
  else browserStorage.remove(names.position);
}

function parsed(name: string): unknown {
  try {
    return JSON.parse(browserStorage.get(name) ?? 'null');
  } catch {
    return null;
  }
}
