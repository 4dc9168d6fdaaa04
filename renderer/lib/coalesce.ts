/**
 * Wraps an asynchronous refresh so that it never runs twice at once: calls during a run, or during the
 * pause after it, lead to exactly one more. A burst of events thus neither starves the refresh nor keeps
 * it running all the time, and none of them is missed.
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
