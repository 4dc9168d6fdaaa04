import { useSyncExternalStore } from 'react';

/** About what stands above the first rows of a list, in pixels. */
const near = 200;

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether the top of the page is in sight. */
export function useAtTop(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY < near);
}
