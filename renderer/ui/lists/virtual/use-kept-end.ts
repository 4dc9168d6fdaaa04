import { useEffect, useLayoutEffect, useRef } from 'react';

const fields = 'input, textarea, select, [contenteditable], [role="dialog"] *';

/**
 * Keeps the window at the end of the page while its last rows turn out higher than was estimated.
 * @param count of rows: another number of them has another end
 */
export function useKeptEnd(count: number): void {
  /** How far the window was scrolled at the end; null where it is not there. */
  const end = useRef<number | null>(null);
  /** Whether the End key was pressed, which browsers follow only after some time. */
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
    // The event of scrolling away may not have been sent yet.
    if (isOther || (end.current !== null && window.scrollY < end.current - 1)) end.current = null;
    if (end.current !== null || isGoing.current) window.scrollTo(0, document.documentElement.scrollHeight);
  });
}
