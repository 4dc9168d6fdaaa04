/**
 * Wraps a refresh so that only one runs at a time: calls during a run, or in the pause after it, cause one more run.
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
