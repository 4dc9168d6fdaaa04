import { setTimeout as pause } from 'node:timers/promises';

const retryMs = 10_000;

/** Repeats work that fails, e.g. while the computer sleeps, until it succeeds or the signal; never rejects. */
export async function retryUntilDone(
  work: () => Promise<void>,
  { signal, report }: { signal: AbortSignal; report: (error: unknown) => void },
): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      await pause(retryMs, undefined, { signal }).catch(() => {});
    }
  }
}
