import { useEffect, useLayoutEffect, useRef } from 'react';

const fields = 'input, textarea, select, [contenteditable], [role="dialog"] *';

/**
 * Keeps the window at the end of the page when its last rows are higher than estimated.
 * @param count number of rows; another number has another end
 */
export function useKeptEnd(count: number): void {
  /** Scroll position at the end; null where the window is elsewhere. */
  const end = useRef<number | null>(null);
  /** Whether the End key was pressed; browsers scroll some time later. */
  const isGoing = useRef(false);
  const counted = useRef(count);
  useEffect(() => {
    const note = () => {
      const { scrollY, innerHeight } = window;
      const left = document.documentElement.scrollHeight - innerHeight - scrollY;
      end.current = scrollY > 0 && left < 2 ? scrollY : null;
      if (end.current !== null) isGoing.current = false;
    };
    const go = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      isGoing.current = key === 'End' && !defaultPrevented && !(target as Element).matches(fields);
    };
    const stop = () => {
      isGoing.current = false;
    };
    const over = new AbortController();
    const options = { passive: true, signal: over.signal };
    window.addEventListener('scroll', note, options);
    window.addEventListener('keydown', go, options);
    window.addEventListener('wheel', stop, options);
    window.addEventListener('pointerdown', stop, options);
    return () => over.abort();
  }, []);
  useLayoutEffect(() => {
    const isOther = counted.current !== count;
    counted.current = count;
    if (isOther) isGoing.current = false;
    // The scroll event may still be pending.
    if (isOther || (end.current !== null && window.scrollY < end.current - 1)) end.current = null;
    if (end.current !== null || isGoing.current) window.scrollTo(0, document.documentElement.scrollHeight);
  });
}
