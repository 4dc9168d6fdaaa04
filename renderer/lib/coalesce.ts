/** Wraps a refresh so that it never runs twice at once: calls during a run or the pause after it lead to one more run. */
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
