import { useSyncExternalStore } from 'react';

/** Rows are made anew no more often than the window is scrolled so far, in pixels: less than what is ready around it. */
const step = 200;

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  window.addEventListener('resize', listener);
  return () => {
    window.removeEventListener('scroll', listener);
    window.removeEventListener('resize', listener);
  };
}

/** About how far the window is scrolled, and how high it is, in pixels. */
export function useWindowPlace(): { y: number; height: number } {
  const y = useSyncExternalStore(subscribe, () => Math.floor(window.scrollY / step) * step);
  const height = useSyncExternalStore(subscribe, () => window.innerHeight);
  return { y, height: height + step };
}
