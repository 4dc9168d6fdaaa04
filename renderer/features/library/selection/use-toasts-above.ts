import { type RefObject, useLayoutEffect } from 'react';

/** Keeps toasts above an element at the bottom of the page, whose buttons they would cover. */
export function useToastsAbove(element: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const bar = element.current;
    if (!isShown || !bar) return;
    const { style } = document.documentElement;
    const place = () =>
      style.setProperty('--toast-bottom', `${window.innerHeight - bar.getBoundingClientRect().top}px`);
    const sizes = new ResizeObserver(place);
    sizes.observe(bar);
    sizes.observe(document.body);
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
      style.removeProperty('--toast-bottom');
    };
  }, [element, isShown]);
}
