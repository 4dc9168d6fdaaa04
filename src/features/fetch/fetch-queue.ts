const atOnce = 4;
/** With those that hardly move. */
const atMost = 16;
const maxWaiting = 64;

export interface QueuedFetch {
  /** Whether somebody waits for it, and not only this node itself. */
  readonly isForeground: boolean;
  /** Whether a person asked for it not to wait. */
  readonly isUrgent?: boolean;
  /** Whether it hardly moves. */
  readonly isSlow: boolean;
}

export interface FetchQueueOptions<T> {
  /** Never rejects. */
  start: (one: T) => Promise<void>;
  /** Too many wait. */
  reject: (one: T) => void;
}

/**
 * Runs four fetches at once, those that somebody waits for first, else in order. Slow fetches do not hold up the others:
 * more may start beside them. What a person wants now does not wait.
 */
export class FetchQueue<T extends QueuedFetch> {
  readonly #options: FetchQueueOptions<T>;
  readonly #waiting: T[] = [];
  readonly #running = new Set<T>();

  constructor(options: FetchQueueOptions<T>) {
    this.#options = options;
  }

  /** Adds a fetch; when the queue is full, rejects it or the last one that nobody waits for. */
  add(one: T): void {
    this.#waiting.push(one);
    this.startNext();
    if (this.#waiting.length <= maxWaiting) return;
    const dispensable = this.#waiting.findLast(({ isForeground }) => !isForeground) ?? one;
    this.remove(dispensable);
    this.#options.reject(dispensable);
  }

  /** Removes a fetch that waits. */
  remove(one: T): void {
    const at = this.#waiting.indexOf(one);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** Starts what may run; called now and then, because running fetches may have become slow. */
  startNext(): void {
    for (let next = this.#next(); next; next = this.#next()) this.#start(next);
  }

  #start(one: T): void {
    this.remove(one);
    this.#running.add(one);
    this.#options.start(one).finally(() => {
      this.#running.delete(one);
      this.startNext();
    });
  }

  #next(): T | undefined {
    const urgent = this.#waiting.find(({ isUrgent }) => isUrgent);
    if (urgent) return urgent;
    const asked = this.#waiting.find(({ isForeground }) => isForeground);
    if (this.#running.size < atOnce) return asked ?? this.#waiting[0];
    const brisk = [...this.#running].filter(({ isSlow }) => !isSlow).length;
    return brisk < atOnce && this.#running.size < atMost ? asked : undefined;
  }
}
