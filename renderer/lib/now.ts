import { useCallback, useSyncExternalStore } from 'react';

/** A time that is updated at an interval while a component shows it; all components share one timer. */
class Clock {
  readonly #everyMs: number;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(everyS: number) {
    this.#everyMs = everyS * 1000;
  }

  readonly now = (): number => {
    const now = Date.now();
    return now - (now % this.#everyMs);
  };

  subscribe(listener: () => void): () => void {
    if (this.#listeners.size === 0) document.addEventListener('visibilitychange', this.#run);
    this.#listeners.add(listener);
    if (this.#timer === undefined) this.#run();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      document.removeEventListener('visibilitychange', this.#run);
      this.#stop();
    };
  }

  readonly #run = (): void => {
    this.#stop();
    if (document.hidden) return;
    this.#timer = setInterval(this.#notify, this.#everyMs);
    this.#notify();
  };

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #notify = (): void => {
    for (const each of this.#listeners) each();
  };
}

const clocks = new Map<number, Clock>();

function clockOf(everyS: number): Clock {
  const clock = clocks.get(everyS) ?? new Clock(everyS);
  clocks.set(everyS, clock);
  return clock;
}

/** Returns the current time in ms; not updated while the page is hidden, because rendering takes processor time. */
export function useNow(everyS = 1): number {
  const clock = clockOf(everyS);
  const subscribe = useCallback((listener: () => void) => clock.subscribe(listener), [clock]);
  return useSyncExternalStore(subscribe, clock.now);
}
