/** Window of the average, in milliseconds, so that the rate is current. */
const span = 4_000;
const shortestSpan = 400;

export interface RateMeter {
  /** Records the total of `bytes` at `at` (ms); returns bytes per second, null while there are too few samples. */
  note(bytes: number, at: number): number | null;
}

export function createRateMeter(): RateMeter {
  let samples: { bytes: number; at: number }[] = [];
  return {
    note(bytes, at) {
      // The upload restarted.
      if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = [];
      samples.push({ bytes, at });
      samples = samples.filter((sample) => at - sample.at <= span);
      const oldest = samples[0];
      if (!oldest || at - oldest.at < shortestSpan) return null;
      return ((bytes - oldest.bytes) * 1000) / (at - oldest.at);
    },
  };
}
