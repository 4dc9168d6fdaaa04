/** The data of a content that the player stores, so that it can show the queue before the node responds. */
export interface PlayerContent {
  id: string;
  title: string;
  /** Empty if there is none. */
  artist: string;
  /** Media type of the plain file. */
  contentType: string;
  pictureUrl: string | null;
}

export interface QueueItem {
  /** Identifies the entry, because a content may be in the queue twice. */
  key: number;
  content: PlayerContent;
}

export type Repeat = 'off' | 'all' | 'one';

export interface Queue {
  /** In the order of playback. */
  items: readonly QueueItem[];
  /** Key of the current item; null only if there are no items. */
  current: number | null;
  repeat: Repeat;
  /** The keys in the order before shuffling; null while the queue is not shuffled. */
  unshuffled: readonly number[] | null;
  nextKey: number;
}

export const emptyQueue: Queue = { items: [], current: null, repeat: 'off', unshuffled: null, nextKey: 1 };

/** Limit of items; further ones are dropped at the end. */
export const maxItems = 500;

/** Returns a random number from 0 up to 1, as `Math.random`. */
export type Random = () => number;

export const currentItem = ({ items, current }: Queue): QueueItem | undefined =>
  items.find(({ key }) => key === current);

const indexOf = (queue: Queue, key: number | null): number =>
  queue.items.findIndex((item) => item.key === key);

const keysOf = (items: readonly QueueItem[]): number[] => items.map(({ key }) => key);

/** Replaces the items, and starts with the content at `index`. */
export function startQueue(
  queue: Queue,
  contents: readonly PlayerContent[],
  index: number,
  random: Random,
): Queue {
  // A list that is too long is truncated around the selected content.
  const from = Math.max(0, Math.min(index, contents.length - maxItems));
  const items = contents
    .slice(from, from + maxItems)
    .map((content, at) => ({ key: queue.nextKey + at, content }));
  const started = {
    ...queue,
    items,
    current: items[index - from]?.key ?? null,
    unshuffled: null,
    nextKey: queue.nextKey + items.length,
  };
  return queue.unshuffled ? shuffled(started, random) : started;
}

/** Adds contents after the current item, or at the end. */
export function addToQueue(queue: Queue, contents: readonly PlayerContent[], where: 'next' | 'end'): Queue {
  const added = contents
    .slice(0, maxItems - queue.items.length)
    .map((content, offset) => ({ key: queue.nextKey + offset, content }));
  const at = where === 'next' ? indexOf(queue, queue.current) + 1 : queue.items.length;
  const unshuffled = queue.unshuffled && [...queue.unshuffled];
  const place = where === 'next' && queue.current !== null ? unshuffled?.indexOf(queue.current) : undefined;
  unshuffled?.splice(place === undefined ? unshuffled.length : place + 1, 0, ...keysOf(added));
  return {
    ...queue,
    items: queue.items.toSpliced(at, 0, ...added),
    current: queue.current ?? added[0]?.key ?? null,
    unshuffled,
    nextKey: queue.nextKey + added.length,
  };
}

/** Removes items. The next remaining item becomes the current one, otherwise the last one before it. */
export function removeItems(queue: Queue, isRemoved: (item: QueueItem) => boolean): Queue {
  const items = queue.items.filter((item) => !isRemoved(item));
  if (items.length === queue.items.length) return queue;
  const stays = new Set(keysOf(items));
  const at = indexOf(queue, queue.current);
  const heir = [...queue.items.slice(at), ...queue.items.slice(0, at).reverse()].find(({ key }) =>
    stays.has(key),
  );
  return {
    ...queue,
    items,
    current: heir?.key ?? null,
    unshuffled: queue.unshuffled && queue.unshuffled.filter((key) => stays.has(key)),
  };
}

/** Moves an item to an index of the playing order. */
export function moveItem(queue: Queue, key: number, to: number): Queue {
  const from = indexOf(queue, key);
  const item = queue.items[from];
  if (!item) return queue;
  const index = Math.max(0, Math.min(to, queue.items.length - 1));
  return { ...queue, items: queue.items.toSpliced(from, 1).toSpliced(index, 0, item) };
}

/** Shuffles the items after the current one. */
export function shuffled(queue: Queue, random: Random): Queue {
  const current = currentItem(queue);
  const rest = queue.items.filter((item) => item !== current);
  for (let last = rest.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [rest[last], rest[other]] = [rest[other] as QueueItem, rest[last] as QueueItem];
  }
  return {
    ...queue,
    items: current ? [current, ...rest] : rest,
    unshuffled: queue.unshuffled ?? keysOf(queue.items),
  };
}

/** Returns to the order before shuffling. */
export function inOrder(queue: Queue): Queue {
  const { unshuffled } = queue;
  if (!unshuffled) return queue;
  const place = new Map(unshuffled.map((key, at) => [key, at]));
  const items = queue.items.toSorted((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
  return { ...queue, items, unshuffled: null };
}

/** Returns the item before or after the current one, for the buttons Previous and Next. */
export function neighbour(queue: Queue, step: 1 | -1): QueueItem | undefined {
  const { items, repeat } = queue;
  const index = indexOf(queue, queue.current) + step;
  return items[index] ?? (repeat === 'all' ? items.at(step === 1 ? 0 : -1) : undefined);
}

/**
 * Returns the item that follows automatically. Omits items in `failed`, so that unplayable files are not repeated for
 * ever.
 */
export function upcoming(queue: Queue, failed: ReadonlySet<number>): QueueItem | undefined {
  const { items, repeat, current } = queue;
  const plays = ({ key }: QueueItem) => !failed.has(key);
  const at = indexOf(queue, current);
  const here = items[at];
  if (repeat === 'one' && here && plays(here)) return here;
  const later = items.slice(at + 1);
  return [...later, ...(repeat === 'all' ? items.slice(0, at + 1) : [])].find(plays);
}
