/** Only progress of this long ago counts, in milliseconds, so that the rate follows what happens now. */
const span = 4_000;
const shortestSpan = 400;

export interface RateMeter {
  /** Notes that `bytes` in all were moved at `at` (ms); answers bytes per second, null while too early. */
  note(bytes: number, at: number): number | null;
}

export function createRateMeter(): RateMeter {
  let samples: { bytes: number; at: number }[] = [];
  return {
    note(bytes, at) {
      // It has begun anew.
      if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = [];
      samples.push({ bytes, at });
      samples = samples.filter((sample) => at - sample.at <= span);
      const oldest = samples[0];
      if (!oldest || at - oldest.at < shortestSpan) return null;
      return ((bytes - oldest.bytes) * 1000) / (at - oldest.at);
    },
  };
}
