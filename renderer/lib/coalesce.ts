/**
 * Wraps an asynchronous refresh so that it never runs twice at once: calls during a run, or during the pause after it,
 * lead to exactly one more run. A burst of events thus neither delays the refresh nor keeps it running, and no event is
 * lost.
 */
export function coalesce(refresh: () => Promise<unknown>, pause: () => Promise<void>): () => void {
  let running = false;
  let again = false;

  async function run(): Promise<void> {
    running = true;
    do {
      again = false;
      await refresh().catch(() => {});
      await pause();
    } while (again);
    running = false;
  }

  return () => {
    if (running) again = true;
    else void run();
  };
}
