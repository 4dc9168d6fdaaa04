const tickMs = 1000;

/**
 * Calls `late` after a number of seconds, of which hidden ones do not count, because hidden pages draw nothing.
 * @returns a function that ends the wait
 */
export function afterSeconds(seconds: number, late: () => void): () => void {
  let left = seconds;
  const timer = setInterval(() => {
    if (document.hidden) return;
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    late();
  }, tickMs);
  return () => clearInterval(timer);
}
