import { useCallback, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How far each visited page was scrolled when it was left, by the key of its place in the history. */
const leftAt = new Map<string, number>();

/** Takes who goes back to a long list to where it was left. */
export function useKeptScroll() {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const [goal, setGoal] = useState(() => (isBack ? (leftAt.get(key) ?? null) : null));

  // Ends before the page is replaced by a shorter one, which the browser would scroll, too.
  useLayoutEffect(() => {
    const note = () => leftAt.set(key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key]);

  /** To be called once the list has its rows: before that there is nowhere to scroll to. */
  const restore = useCallback(() => {
    if (goal === null) return;
    // After the frame of the page has scrolled to the top, as it does on every page.
    requestAnimationFrame(() => {
      window.scrollTo(0, goal);
      setGoal(null);
    });
  }, [goal]);
  return { isReturning: goal !== null, restore };
}
