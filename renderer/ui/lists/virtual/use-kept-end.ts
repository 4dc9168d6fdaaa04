import { useEffect, useLayoutEffect, useRef } from 'react';

const fields = 'input, textarea, select, [contenteditable], [role="dialog"] *';

/**
 * Keeps who has gone to the end of the page there while its last rows turn out to be higher than was thought.
 * @param count of rows: the end of more or fewer is another one
 */
export function useKeptEnd(count: number): void {
  /** How far the window was scrolled at the end; null: it is not there. */
  const end = useRef<number | null>(null);
  /** By the key, which browsers take some time to follow. */
  const isGoing = useRef(false);
  const counted = useRef(count);
  useEffect(() => {
    const note = () => {
      const { scrollY, innerHeight } = window;
      const toGo = document.documentElement.scrollHeight - innerHeight - scrollY;
      end.current = scrollY > 0 && toGo < 2 ? scrollY : null;
      if (end.current !== null) isGoing.current = false;
    };
    const go = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      isGoing.current = key === 'End' && !defaultPrevented && !(target as Element).matches(fields);
    };
    const stop = () => {
      isGoing.current = false;
    };
    const passive = { passive: true };
    window.addEventListener('scroll', note, passive);
    window.addEventListener('keydown', go);
    window.addEventListener('wheel', stop, passive);
    window.addEventListener('pointerdown', stop);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('keydown', go);
      window.removeEventListener('wheel', stop);
      window.removeEventListener('pointerdown', stop);
    };
  }, []);
  useLayoutEffect(() => {
    if (counted.current !== count) {
      end.current = null;
      isGoing.current = false;
    }
    counted.current = count;
    // Whoever has just scrolled away need not be told of yet.
    if (end.current !== null && window.scrollY < end.current - 1) end.current = null;
    if (end.current !== null || isGoing.current) window.scrollTo(0, document.documentElement.scrollHeight);
  });
}
