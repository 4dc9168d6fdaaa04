/**
 * Runs tasks one after the other while the page is idle, if the browser reports that (Safari does not). Ignores errors,
 * because each task is repeated when its result is needed.
 * @returns a function that stops it
 */
export function whenIdle(things: readonly (() => Promise<unknown>)[]): () => void {
  if (!('requestIdleCallback' in globalThis)) return () => {};
  const waiting = [...things];
  let request = requestIdleCallback(next);
  let isOver = false;

  function next(): void {
    const thing = waiting.shift();
    if (!thing) return;
    void thing()
      .catch(() => undefined)
      .then(() => {
        if (!isOver) request = requestIdleCallback(next);
      });
  }

  return () => {
    isOver = true;
    cancelIdleCallback(request);
  };
}
