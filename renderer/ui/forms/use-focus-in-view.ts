import { useLayoutEffect } from 'react';

/**
 * Scrolls to the focused element whenever `shown` changes. When content above it grows, browsers keep the topmost
 * visible element in place, so the focused one may leave the window.
 */
export function useFocusInView(shown: unknown): void {
  useLayoutEffect(() => {
    document.querySelector(':focus-visible')?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
}
