import type { FromPlayer } from '../../../viewer/messages.ts';
import {
  advanced,
  afterEnd,
  currentTrack,
  type PlayerState,
  type PlayFailure,
  reloaded,
  type SleepSetting,
  trackAhead,
  withFailure,
  withTrack,
} from './player-state.ts';
import {
  addToQueue,
  currentItem,
  emptyQueue,
  inOrder,
  moveItem,
  neighbour,
  type PlayerContent,
  type Queue,
  type Repeat,
  removeItems,
  shuffled,
  startQueue,
} from './queue.ts';

/** Position in seconds from which Previous restarts the current track. */
const restartsAfter = 3;

/** Holds the state of the player, which the user and the frame change. */
export class PlayerStore {
  #state: PlayerState;
  readonly #listeners = new Set<() => void>();
  /** Called with positions that the user selected, in seconds. */
  readonly #seekers = new Set<(time: number) => void>();

  constructor(state: PlayerState) {
    this.#state = state;
  }

  readonly state = (): PlayerState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `seek` with each position that the user selects. @returns a function that ends the subscription */
  onSeek(seek: (time: number) => void): () => void {
    this.#seekers.add(seek);
    return () => this.#seekers.delete(seek);
  }

  /** Replaces the queue and plays. */
  play(contents: readonly PlayerContent[], index = 0): void {
    this.#start(startQueue(this.#state.queue, contents, index, Math.random));
  }

  /** Inserts contents after the current item; plays them at once if the queue is empty. */
  playNext(contents: readonly PlayerContent[]): void {
    this.#add(contents, 'next');
  }

  addToQueue(contents: readonly PlayerContent[]): void {
    this.#add(contents, 'end');
  }

  /** Plays an item of the queue. */
  jump(key: number): void {
    this.#start({ ...this.#state.queue, current: key });
  }

  resume(): void {
    const { failure, isOpen, queue, startAt } = this.#state;
    if (!currentItem(queue)) return;
    if (failure !== null) this.retry();
    else if (isOpen) this.#change({ isPlaying: true, isWindowClosed: false });
    else this.#change({ ...withTrack(this.#state, queue, startAt), isPlaying: true, isOpen: true });
  }

  pause(): void {
    this.#change({ isPlaying: false });
  }

  /** Reloads the current track at its position. */
  retry(): void {
    this.#change({ ...reloaded(this.#state), failed: new Set(), isPlaying: true, isOpen: true });
  }

  next(): void {
    const { queue } = this.#state;
    const item = neighbour(queue, 1);
    if (!item) return;
    // The stored position of the same content is the current one.
    const isRepeated = item.content.id === currentItem(queue)?.content.id;
    this.#start({ ...queue, current: item.key }, isRepeated ? 0 : null);
  }

  previous(): void {
    const item = neighbour(this.#state.queue, -1);
    if (this.#state.time <= restartsAfter && item) this.jump(item.key);
    else this.seek(0);
  }

  seek(time: number): void {
    this.#change({ time, isPositionProtected: false, ...(!this.#state.isOpen && { startAt: time }) });
    for (const seeker of this.#seekers) seeker(time);
  }

  /** Keeps the stored position of this load, which starts at the beginning, until the user selects another. */
  protectPosition(): void {
    this.#change({ isPositionProtected: true });
  }

  remove(key: number): void {
    this.#replace(removeItems(this.#state.queue, (item) => item.key === key));
  }

  /** Removes contents that this node no longer stores. */
  removeMissing(ids: ReadonlySet<string>): void {
    this.#replace(removeItems(this.#state.queue, ({ content }) => !ids.has(content.id)));
  }

  move(key: number, to: number): void {
    this.#change({ queue: moveItem(this.#state.queue, key, to) });
  }

  clear(): void {
    const { repeat } = this.#state.queue;
    const cleared = withTrack(this.#state, { ...emptyQueue, repeat, nextKey: this.#state.queue.nextKey }, 0);
    this.#change({ ...cleared, isPlaying: false, isOpen: false, sleep: null });
  }

  setShuffled(isShuffled: boolean): void {
    const { queue } = this.#state;
    this.#change({ queue: isShuffled ? shuffled(queue, Math.random) : inOrder(queue) });
  }

  setRepeat(repeat: Repeat): void {
    this.#change({ queue: { ...this.#state.queue, repeat } });
  }

  setRate(rate: number): void {
    this.#change({ rate });
  }

  setSound(volume: number, isMuted: boolean): void {
    this.#change({ volume, isMuted });
  }

  setSleep(sleep: SleepSetting | null): void {
    this.#change({ sleep });
  }

  /** Pauses because the sleep timer has ended. */
  fallAsleep(): void {
    this.#change({ isPlaying: false, sleep: null });
  }

  /** Pauses a film and hides its small window until the film plays again. */
  closeWindow(): void {
    this.#change({ isPlaying: false, isWindowClosed: true });
  }

  /** Loads the current track into a new frame, at the same position. */
  reload(): void {
    const { queue, startAt, isReady } = this.#state;
    this.#change(isReady ? reloaded(this.#state) : withTrack(this.#state, queue, startAt));
  }

  fail(failure: PlayFailure): void {
    this.#change(withFailure(this.#state, failure));
  }

  /** Continues with another track after a failure, or stops if no other can be played. */
  skip(): void {
    const sleep = this.#state.sleep === 'track' ? null : this.#state.sleep;
    const after = afterEnd({ ...this.#state, sleep });
    this.#change(after);
  }

  /** Records that the current track can be heard or seen, perhaps again. */
  markReady(key: number): void {
    if (key !== this.#state.queue.current) return;
    const failed = new Set(this.#state.failed);
    failed.delete(key);
    this.#change({ isReady: true, ...(this.#state.failure !== null && { failure: null, failed }) });
  }

  /** Handles a report of the frame; ignores late reports about other tracks. */
  hear(message: FromPlayer): void {
    if ('key' in message && message.key !== this.#state.queue.current) return;
    switch (message.kind) {
      case 'time':
        return this.#change({ time: message.time, duration: message.duration });
      case 'waiting':
        return this.#change({ isWaiting: message.isWaiting });
      case 'paused':
        return this.#change({ isPlaying: !message.isPaused });
      case 'sound':
        return this.setSound(message.volume, message.isMuted);
      case 'wanted':
        return message.what === 'next' ? this.next() : this.previous();
      case 'ended':
        return this.#ended(message.next);
    }
  }

  #ended(next: number | null): void {
    const expected = trackAhead(this.#state)?.key;
    this.#change(next !== null && next === expected ? advanced(this.#state, next) : afterEnd(this.#state));
  }

  #start(queue: Queue, startAt: number | null = null): void {
    if (!currentItem(queue)) return;
    const loaded = withTrack(this.#state, queue, startAt);
    this.#change({ ...loaded, failed: new Set(), isPlaying: true, isOpen: true });
  }

  #add(contents: readonly PlayerContent[], where: 'next' | 'end'): void {
    const wasEmpty = this.#state.queue.items.length === 0;
    const queue = addToQueue(this.#state.queue, contents, where);
    if (wasEmpty) this.#start(queue);
    else this.#change({ queue });
  }

  /** Sets a queue from which items were removed; loads the current item if it changed. */
  #replace(queue: Queue): void {
    const before = currentTrack(this.#state)?.key;
    if (queue.items.length === 0) this.clear();
    else if (queue.current === before) this.#change({ queue });
    else this.#change(withTrack(this.#state, queue, null));
  }

  #change(part: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
