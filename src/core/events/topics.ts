type Listener<T> = (topic: T) => void;

/** Notifies listeners of changes by topic; combines changes within 50 ms. */
export class Topics<T extends string> {
  readonly #listeners = new Set<Listener<T>>();
  readonly #pending = new Set<T>();
  #timer: NodeJS.Timeout | undefined;

  /** @returns a function that ends the subscription */
  subscribe(listener: Listener<T>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed(topic: T): void {
    if (this.#listeners.size === 0) return;
    this.#pending.add(topic);
    this.#timer ??= setTimeout(() => this.#notify(), 50).unref();
  }

  #notify(): void {
    this.#timer = undefined;
    const topics = [...this.#pending];
    this.#pending.clear();
    for (const topic of topics) for (const listener of this.#listeners) listener(topic);
  }
}
