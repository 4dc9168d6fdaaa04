const AT_ONCE = 4;
/** With those that hardly move. */
const AT_MOST = 16;
const MAX_WAITING = 64;

export interface Queued {
  /** Whether somebody waits for it, and not only this node itself. */
  readonly isAsked: boolean;
  /** Whether a person asked for it not to wait. */
  readonly isUrgent?: boolean;
  /** Whether it hardly moves. */
  readonly isSlow: boolean;
}

export interface FetchQueueOptions<T> {
  /** Never rejects. */
  begin: (one: T) => Promise<void>;
  /** Too many wait. */
  refuse: (one: T) => void;
}

/**
 * Four at once; what somebody asked for comes first, else in the order of coming. Nodes that send as slowly
 * as they may don't hold up what others ask for: beside them more may begin. What a person wants now waits for nothing.
 */
export class FetchQueue<T extends Queued> {
  readonly #options: FetchQueueOptions<T>;
  readonly #waiting: T[] = [];
  readonly #running = new Set<T>();

  constructor(options: FetchQueueOptions<T>) {
    this.#options = options;
  }

  /** Where there is no room it is refused, or the last one that nobody asked for. */
  enter(one: T): void {
    this.#waiting.push(one);
    this.beginNext();
    if (this.#waiting.length <= MAX_WAITING) return;
    const dispensable = this.#waiting.findLast(({ isAsked }) => !isAsked) ?? one;
    this.leave(dispensable);
    this.#options.refuse(dispensable);
  }

  /** It no longer waits. */
  leave(one: T): void {
    const at = this.#waiting.indexOf(one);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** To be called now and then while some run, which may have become slow. */
  beginNext(): void {
    for (let next = this.#next(); next; next = this.#next()) this.#begin(next);
  }

  #begin(one: T): void {
    this.leave(one);
    this.#running.add(one);
    this.#options.begin(one).finally(() => {
      this.#running.delete(one);
      this.beginNext();
    });
  }

  #next(): T | undefined {
    const urgent = this.#waiting.find(({ isUrgent }) => isUrgent);
    if (urgent) return urgent;
    const asked = this.#waiting.find(({ isAsked }) => isAsked);
    if (this.#running.size < AT_ONCE) return asked ?? this.#waiting[0];
    const brisk = [...this.#running].filter(({ isSlow }) => !isSlow).length;
    return brisk < AT_ONCE && this.#running.size < AT_MOST ? asked : undefined;
  }
}
