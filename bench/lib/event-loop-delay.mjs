import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server by `--import …?file=`. On SIGUSR2 it writes the 99th percentile of the event loop's delay since
 * the last signal, in ms, to that file.
 */
if (isMainThread) {
  const resolutionMs = 5;
  const file = new URL(import.meta.url).searchParams.get('file') ?? '';
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(histogram.percentile(99) / 1e6 - resolutionMs));
    histogram.reset();
  });
}
