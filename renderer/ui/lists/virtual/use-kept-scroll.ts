import { useCallback, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useKeptPlace } from './use-kept-place.ts';

/** Restores the scroll position of a long list on back navigation, also between filters of the same page. */
export function useKeptScroll() {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const { place, keep } = useKeptPlace<number>('scroll');
  const goalHere = () => ({ at: key, goal: isBack ? place : undefined });
  const [{ at, goal }, setGoal] = useState(goalHere);
  if (at !== key) setGoal(goalHere());

  // A layout effect ends before a shorter page replaces this one, which makes the browser scroll, too.
  useLayoutEffect(() => {
    const note = () => keep(window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [keep]);

  /** Scrolls to the stored position once the list has rows. */
  const restore = useCallback(() => {
    if (goal === undefined) return;
    // Runs after the frame in which the page is scrolled to the top.
    requestAnimationFrame(() => {
      window.scrollTo(0, goal);
      setGoal({ at: key, goal: undefined });
    });
  }, [key, goal]);
  return { isReturning: goal !== undefined, restore };
}
