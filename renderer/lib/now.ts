import { useSyncExternalStore } from 'react';

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The current time in milliseconds, renewed every second, or every so many of them: drawing a window each second takes
 * more of the processor than all else that an idle app does. All users share one timer.
 */
export function useNow(everyS = 1): number {
  return useSyncExternalStore(subscribe, () => now - (now % (everyS * 1000)));
}
