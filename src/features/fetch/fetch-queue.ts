const atOnce = 4;
/** Limit of running fetches, including slow ones. */
const atMost = 16;
const maxWaiting = 64;

export interface QueuedFetch {
  /** Whether a caller waits for it. */
  readonly isForeground: boolean;
  /** Whether it bypasses the queue, because a person waits for it. */
  readonly isUrgent?: boolean;
  /** Whether it is almost stalled. */
  readonly isSlow: boolean;
}

export interface FetchQueueOptions<T> {
  /** Starts a fetch; never rejects. */
  start: (one: T) => Promise<void>;
  /** Called when too many wait. */
  reject: (one: T) => void;
}

/**
 * Runs four fetches at once, foreground ones first, else in order of arrival. Slow fetches do not delay foreground
 * ones, up to a limit, and urgent ones never wait.
 */
export class FetchQueue<T extends QueuedFetch> {
  readonly #options: FetchQueueOptions<T>;
  readonly #waiting: T[] = [];
  readonly #running = new Set<T>();

  constructor(options: FetchQueueOptions<T>) {
    this.#options = options;
  }

  /** Adds a fetch; a full queue rejects it or the last background fetch. */
  add(one: T): void {
    this.#waiting.push(one);
    this.startNext();
    if (this.#waiting.length <= maxWaiting) return;
    const dispensable = this.#waiting.findLast(({ isForeground }) => !isForeground) ?? one;
    this.remove(dispensable);
    this.#options.reject(dispensable);
  }

  remove(one: T): void {
    const at = this.#waiting.indexOf(one);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** Starts fetches that may run; called at intervals, because running fetches may have become slow. */
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
