import { useRef, useSyncExternalStore } from 'react';

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

/** What the window shows, and a step above and below that, in pixels from the top of the document. */
export function useWindowPlace(): { from: number; to: number } {
  const noted = useRef(window.scrollY);
  // Browsers scroll by a little when rows are made: from either side of fixed steps that would make others without end.
  const y = useSyncExternalStore(subscribe, () => {
    if (Math.abs(window.scrollY - noted.current) >= step) noted.current = window.scrollY;
    return noted.current;
  });
  const height = useSyncExternalStore(subscribe, () => window.innerHeight);
  return { from: y - step, to: y + height + step };
}
