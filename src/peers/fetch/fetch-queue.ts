const AT_ONCE = 4;
const MAX_WAITING = 64;

export interface FetchQueueOptions<T> {
  /** Never rejects. */
  begin: (one: T) => Promise<void>;
  /** Too many wait. */
  refuse: (one: T) => void;
}

/** Four at once; what somebody asked for comes first, else in the order of coming. */
export class FetchQueue<T extends { readonly isAsked: boolean }> {
  readonly #options: FetchQueueOptions<T>;
  readonly #waiting: T[] = [];
  #running = 0;

  constructor(options: FetchQueueOptions<T>) {
    this.#options = options;
  }

  /** Where there is no room it is refused, or the last one that nobody asked for. */
  enter(one: T): void {
    this.#waiting.push(one);
    this.#beginNext();
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

  #beginNext(): void {
    if (this.#running >= AT_ONCE) return;
    const next = this.#waiting.find(({ isAsked }) => isAsked) ?? this.#waiting[0];
    if (!next) return;
    this.leave(next);
    this.#running++;
    this.#options.begin(next).finally(() => {
      this.#running--;
      this.#beginNext();
    });
  }
}
