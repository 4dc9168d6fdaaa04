/** Wraps a listener so that it is called once for a burst of calls, `ms` after the first of them. */
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
