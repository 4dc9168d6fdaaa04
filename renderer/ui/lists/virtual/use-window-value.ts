import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const stop = new AbortController();
  window.addEventListener('scroll', listener, { passive: true, signal: stop.signal });
  window.addEventListener('resize', listener, { signal: stop.signal });
  return () => stop.abort();
}

/** Returns a value that is recomputed whenever the window is scrolled or resized. */
export function useWindowValue<Value>(read: () => Value): Value {
  return useSyncExternalStore(subscribe, read);
}
