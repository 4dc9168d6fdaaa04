import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Returns a value that is read again after each scrolling or resizing of the window. It is not read while rendering:
 * the window also scrolls when rendered rows are lower than estimated, and React stops after 50 renders in one frame.
 */
export function useWindowValue<Value>(read: () => Value): Value {
  const [value, setValue] = useState(read);
  const latest = useRef({ read, value });
  useLayoutEffect(() => {
    latest.current = { read, value };
  });
  useLayoutEffect(() => {
    setValue(latest.current.read());
    const update = () => {
      const next = latest.current.read();
      // Even setting the same value would make React render the component.
      if (Object.is(next, latest.current.value)) return;
      // Renders before the browser lays out again, which would apply scroll anchoring.
      flushSync(() => setValue(next));
    };
    const stopped = new AbortController();
    window.addEventListener('scroll', update, { passive: true, signal: stopped.signal });
    window.addEventListener('resize', update, { signal: stopped.signal });
    return () => stopped.abort();
  }, []);
  return value;
}
