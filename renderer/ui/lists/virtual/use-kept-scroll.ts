import { useCallback, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How far each visited page was scrolled when it was left, by the key of its place in the history. */
const leftAt = new Map<string, number>();

/** Takes who goes back to a long list, or to what it was narrowed to before, to where it was left. */
export function useKeptScroll() {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const goalHere = () => ({ at: key, goal: isBack ? (leftAt.get(key) ?? null) : null });
  const [{ at, goal }, setGoal] = useState(goalHere);
  if (at !== key) setGoal(goalHere());

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
      setGoal({ at: key, goal: null });
    });
  }, [key, goal]);
  return { isReturning: goal !== null, restore };
}
