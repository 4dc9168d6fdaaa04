import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useWindowValue } from './use-window-value.ts';

/** Pixels that are scrolled before rows are rendered again: less than what is rendered around the window. */
const step = 200;

/** Returns which part of the element the window shows, with a step above and below, in pixels from its top. */
export function useShownSpan(element: RefObject<HTMLElement | null>): { from: number; to: number } {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // What stands above the element may grow.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);

  const noted = useRef(window.scrollY);
  // Browsers scroll a little when rows are rendered; around fixed steps that would render others without end.
  const y = useWindowValue(() => {
    if (Math.abs(window.scrollY - noted.current) >= step) noted.current = window.scrollY;
    return noted.current;
  });
  const height = useWindowValue(() => window.innerHeight);
  return { from: y - step - top, to: y + height + step - top };
}
