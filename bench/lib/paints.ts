import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';

/** When a window painted, in milliseconds since the epoch. */
interface Paints {
  /** Something of the page. */
  first: number;
  /** The largest thing of it, up to now: what it is about. */
  largest: number;
}

/** With it an Electron can be asked about its window. */
export const inspectable = '--remote-debugging-port=0';
/** Nobody asks before that, so asking does not slow down the start. */
const undisturbedMs = 2500;

/** When the window of an Electron painted, which was started just now. */
export async function paintsOf(electron: ChildProcess): Promise<Paints> {
  const endpoint = await devTools(electron);
  await wait(undisturbedMs);
  const browser = await chromium.connectOverCDP(endpoint);
  try {
    const [context] = browser.contexts();
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    if (!page) throw new Error('There is no window.');
    await page.waitForLoadState('load');
    return await page.evaluate(async () => {
      const last = (type: string) =>
        new Promise<number>((resolve) =>
          new PerformanceObserver((list) => {
            resolve(performance.timeOrigin + (list.getEntries().at(-1)?.startTime ?? Number.NaN));
          }).observe({ type, buffered: true }),
        );
      return { first: await last('paint'), largest: await last('largest-contentful-paint') };
    });
  } finally {
    await browser.close();
  }
}

async function devTools(electron: ChildProcess): Promise<string> {
  if (!electron.stderr) throw new Error('What it says is not heard.');
  for await (const line of createInterface(electron.stderr)) {
    const endpoint = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (endpoint !== undefined) return endpoint;
  }
  await once(electron, 'exit');
  throw new Error('Electron ended at once.');
}
