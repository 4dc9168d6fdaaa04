/**
 * Does one thing after the other while the page has nothing else to do, where the browser can tell (Safari can't). What
 * fails is left to whoever needs it.
 * @returns ends that
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
