import type { Page } from '@playwright/test';

/** How smoothly a window scrolled. */
export interface Scrolling {
  frames: number;
  /** Percentage of frames that were more than half a frame late. */
  late: number;
  /** The 99th percentile of the time between frames, in ms. */
  p99: number;
  /** Tasks that blocked the window for more than 50 ms: their number, and the longest in ms. */
  longTasks: number;
  longest: number;
  /** The largest number of table rows in the document at once. */
  rows: number;
}

/** Scrolls by `pixels` with each frame, from the current position. */
export function scrollBy(page: Page, pixels: number, frames: number): Promise<Scrolling> {
  return page.evaluate(
    async ([step, max]) => {
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const tasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      });
      observer.observe({ type: 'longtask' });
      const times: number[] = [await nextFrame()];
      let rows = 0;
      while (times.length <= max) {
        window.scrollBy(0, step);
        times.push(await nextFrame());
        if (times.length % 10 === 0) {
          rows = Math.max(rows, document.querySelectorAll('tr, .row').length);
        }
      }
      for (const { duration } of observer.takeRecords()) tasks.push(duration);
      observer.disconnect();
      const between = times.slice(1).map((time, n) => time - (times[n] ?? 0));
      const sorted = between.toSorted((a, b) => a - b);
      return {
        frames: between.length,
        late: (100 * between.filter((ms) => ms > 25).length) / between.length,
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
        longTasks: tasks.length,
        longest: Math.max(0, ...tasks),
        rows,
      };
    },
    [pixels, frames] as const,
  );
}

/** Shows a minimal list: plain lines of text, of which only the visible ones are in the document. */
export function showPlainList(page: Page, count: number, rowHeight: number): Promise<void> {
  return page.evaluate(
    ([rows, height]) => {
      document.body.style.cssText = `margin: 0; position: relative; height: ${rows * height}px`;
      const show = () => {
        const first = Math.max(0, Math.floor(window.scrollY / height) - 12);
        const last = Math.min(rows, Math.ceil((window.scrollY + window.innerHeight) / height) + 12);
        document.body.replaceChildren(
          ...Array.from({ length: last - first }, (_, n) => {
            const row = document.createElement('div');
            row.className = 'row';
            row.style.cssText = `position: absolute; top: ${(first + n) * height}px; height: ${height}px`;
            row.textContent = `Recording ${first + n}`;
            return row;
          }),
        );
      };
      window.addEventListener('scroll', show, { passive: true });
      show();
    },
    [count, rowHeight] as const,
  );
}

/** Returns the heap memory of the page's scripts after a garbage collection, in MiB. */
export async function heldMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20;
}
