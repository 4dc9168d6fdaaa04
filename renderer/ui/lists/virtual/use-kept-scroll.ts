import { useCallback, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useKeptPlace } from './use-kept-place.ts';

/** Returns to where a long list was left, also within one page, to what it was narrowed to before. */
export function useKeptScroll() {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const { place, keep } = useKeptPlace<number>('scroll');
  const goalHere = () => ({ at: key, goal: isBack ? place : undefined });
  const [{ at, goal }, setGoal] = useState(goalHere);
  if (at !== key) setGoal(goalHere());

  // In a layout effect it ends before a shorter page replaces this one, at which the browser scrolls, too.
  useLayoutEffect(() => {
    const note = () => keep(window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [keep]);

  /** Scrolls there; before the list has its rows there is nowhere to scroll to. */
  const restore = useCallback(() => {
    if (goal === undefined) return;
    // After the frame in which the page is scrolled to the top.
    requestAnimationFrame(() => {
      window.scrollTo(0, goal);
      setGoal({ at: key, goal: undefined });
    });
  }, [key, goal]);
  return { isReturning: goal !== undefined, restore };
}
