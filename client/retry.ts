import { AlcoveError } from './alcove-error.ts';

const maxTries = 4;
/** Limit of a wait; the caller decides about longer ones. */
const longestWaitMs = 60_000;

/**
 * Repeats an action after the delay that the node sends, if the first attempt had no effect: a limit refused it, or any
 * error refused a request that changes nothing.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  options: { changesNothing: boolean; signal: AbortSignal | undefined },
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const waitMs = waitBefore(error, options.changesNothing);
      if (waitMs === undefined || tries === maxTries) throw error;
      await pause(waitMs, options.signal);
    }
  }
}

function waitBefore(error: unknown, changesNothing: boolean): number | undefined {
  if (!(error instanceof AlcoveError) || error.retryAfterMs === null) return undefined;
  const { status, code, retryAfterMs } = error;
  const worthIt = status === 429 || (status === 503 && (changesNothing || code === 'too_busy'));
  return worthIt && retryAfterMs <= longestWaitMs ? retryAfterMs : undefined;
}

/** Waits; rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done);
  });
}
