/** Wraps a listener so that a burst of calls reaches it once, `ms` after the first of them. */
export function throttle(listener: () => void, ms: number): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      listener();
    }, ms);
  };
}
