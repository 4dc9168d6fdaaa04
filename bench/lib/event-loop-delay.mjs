import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server by `--import …?file=`: on SIGUSR2 it writes into that file how late its event loop
 * was in the worst hundredth of the time since it was last asked, in ms.
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
