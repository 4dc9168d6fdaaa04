/**
 * Wraps an asynchronous refresh so that it never runs twice at once: calls during a run lead to exactly
 * one more run after it. A burst of events thus neither starves the refresh nor is any of them missed.
 */
export function coalesce(refresh: () => Promise<unknown>): () => void {
  let running = false;
  let again = false;

  async function run(): Promise<void> {
    running = true;
    do {
      again = false;
      await refresh().catch(() => {});
    } while (again);
    running = false;
  }

  return () => {
    if (running) again = true;
    else void run();
  };
}
