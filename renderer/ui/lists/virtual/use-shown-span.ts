import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useWindowValue } from './use-window-value.ts';

/** Scroll distance in pixels after which rows are rendered again: less than the rendered margin around the window. */
const step = 200;

/** Returns the visible part of the element, with a step above and below, in pixels from its top. */
export function useShownSpan(element: RefObject<HTMLElement | null>): { from: number; to: number } {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // The content above the element may grow.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);

  const noted = useRef(window.scrollY);
  // Browsers scroll a little when rows are rendered; with fixed steps that would cause endless renders.
  const y = useWindowValue(() => {
    if (Math.abs(window.scrollY - noted.current) >= step) noted.current = window.scrollY;
    return noted.current;
  });
  const height = useWindowValue(() => window.innerHeight);
  return { from: y - step - top, to: y + height + step - top };
}
