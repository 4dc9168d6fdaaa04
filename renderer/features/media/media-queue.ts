/** A content whose media facts must be made. */
export interface MediaTask {
  /** Content id. */
  id: string;
  /** Media type. */
  contentType: string;
  /** Bytes. */
  size: number;
  /** Whether only the length is kept, because a bought file shows nothing else of its bytes. */
  lengthOnly?: boolean;
  /** Set for the second attempt. */
  attempt?: 2;
}

/** A content that is being processed. */
export interface RunningTask extends MediaTask {
  /** The number of its place among those that run at a time, from 0. */
  slot: number;
}

/** Number of contents at a time, because each decodes a file. */
const maxRunning = 2;

/** Selects the next contents: visible ones first, in the order in which they appeared. */
export class MediaQueue {
  /** Visible contents that wait, by their ids. */
  readonly #visible = new Map<string, MediaTask>();
  readonly #background = new Map<string, MediaTask>();
  /** Contents for a second attempt, which run one at a time. */
  readonly #retries = new Map<string, MediaTask>();
  /** Contents that were started since the page was loaded. */
  readonly #started = new Set<string>();
  /** Running contents that at some time ran at the same time as another one. */
  readonly #ranConcurrently = new Set<string>();
  readonly #listeners = new Set<() => void>();
  /** A new array whenever it changes, in the order of the start. */
  #running: readonly RunningTask[] = [];
  /** The value of `#running` that the listeners know. */
  #announced = this.#running;
  #isPaused = false;

  /** Gives a content priority while it is visible. @returns a function to call when it no longer is */
  prioritise(task: MediaTask): () => void {
    if (this.#started.has(task.id)) return () => {};
    this.#visible.set(task.id, task);
    this.#startNext();
    return () => this.#visible.delete(task.id);
  }

  /** Adds contents that are processed while no visible one waits. */
  add(tasks: readonly MediaTask[]): void {
    for (const task of tasks) if (!this.#started.has(task.id)) this.#background.set(task.id, task);
    this.#startNext();
  }

  /** Starts no content until `resume`; running ones continue. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#startNext();
  }

  /** Removes a running content after success or failure. */
  finish(id: string): void {
    this.#end(id);
    this.#startNext();
  }

  /**
   * Removes a running content that did not respond in time. Browsers run all frames in one process, so the cause may be
   * another file.
   * @returns whether the content gets a second attempt, alone
   */
  timeOut(id: string): boolean {
    const task = this.#running.find((running) => running.id === id);
    const isRetried = task !== undefined && this.#ranConcurrently.has(id);
    this.#end(id);
    if (isRetried) this.#retries.set(id, { ...task, attempt: 2 });
    this.#startNext();
    return isRetried;
  }

  /** Returns the contents that are being processed. */
  readonly running = (): readonly RunningTask[] => this.#running;

  /** Returns the number of contents that wait in the background. */
  get waiting(): number {
    return this.#background.size;
  }

  /** Calls `listener` when the running contents change. @returns a function that ends the subscription */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #end(id: string): void {
    this.#running = this.#running.filter((task) => task.id !== id);
    this.#ranConcurrently.delete(id);
    this.#retries.delete(id);
  }

  /** Starts what may run, and calls the listeners once. */
  #startNext(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#visible.delete(next.id);
      this.#background.delete(next.id);
      this.#started.add(next.id);
      this.#running = [...this.#running, { ...next, slot: this.#freeSlot() }];
      if (this.#running.length > 1) for (const { id } of this.#running) this.#ranConcurrently.add(id);
    }
    if (this.#running === this.#announced) return;
    this.#announced = this.#running;
    for (const listener of this.#listeners) listener();
  }

  #freeSlot(): number {
    return this.#running.some(({ slot }) => slot === 0) ? 1 : 0;
  }

  #next(): MediaTask | undefined {
    if (this.#isPaused || this.#running.length === maxRunning) return;
    if (this.#running.some(({ id }) => this.#retries.has(id))) return;
    const visible = firstOf(this.#visible);
    if (visible || this.#retries.size === 0) return visible ?? firstOf(this.#background);
    return this.#running.length === 0 ? firstOf(this.#retries) : undefined;
  }
}

const firstOf = (tasks: ReadonlyMap<string, MediaTask>): MediaTask | undefined => tasks.values().next().value;

/** The queue of this page. */
export const mediaQueue = new MediaQueue();
