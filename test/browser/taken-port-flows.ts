import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOverview } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import type { LaunchedBrowser, TestBrowser } from './browsers.ts';
import { type HeadlessNode, live, see, startHeadlessNode } from './dashboard-world.ts';
import { type Impostor, startImpostor } from './impostor.ts';

/** Browsers and nodes start on busy machines. */
const patience = { timeout: 240_000, retry: 0 };

/** Waits until the page has sent no request for two seconds. */
const quiet = (page: Page) =>
  page.waitForFunction(
    () => {
      const last = Math.max(...performance.getEntriesByType('resource').map(({ startTime }) => startTime));
      return performance.now() - last > 2000;
    },
    { polling: 200 },
  );

/**
 * Another user of the computer takes the port of a stopped node, while its dashboard is open in a browser.
 */
export function takenPortFlows({ launch }: TestBrowser): void {
  let node: HeadlessNode;
  let launched: LaunchedBrowser;
  let impostor: Impostor | undefined;
  let page: Page;

  beforeAll(async () => {
    [node, launched] = await Promise.all([startHeadlessNode(), launch()]);
    page = await launched.browser.newPage();
    page.setDefaultTimeout(60_000);
  });
  afterAll(async () => {
    await impostor?.end();
    await Promise.all([launched?.close(), node?.end()]);
  });

  const keptToken = () => page.evaluate(() => sessionStorage.getItem('alcove.session') ?? '');

  it(
    'sends nothing from an open tab to another program on the port, and shows that Alcove has stopped',
    patience,
    async () => {
      await page.goto(await node.newAddress());
      await live(page);
      const token = await keptToken();
      expect(token).toMatch(/^[\w-]{43}$/);
      // A browser repeats a running request when the node ends, which no page can prevent.
      await quiet(page);
      await node.stop();
      impostor = await startImpostor(Number(new URL(node.origin()).port));
      await see(page, 'Alcove has stopped');
      expect(impostor.received()).toContain('/local/session/proof');
      expect(impostor.received()).not.toContain(token);
      expect(impostor.received().toLowerCase()).not.toContain('authorization');
      expect(impostor.paths().filter((path) => path !== '/local/session/proof')).toEqual([]);
      expect(await keptToken()).toBe('');
    },
  );

  it('gives another program on the port no access to the next run', patience, async () => {
    const { port } = new URL(node.origin());
    const planted = new Set([`${node.origin()}/`, `http://127.0.0.1:${port}/`]);
    for (const address of planted) {
      await page.goto(address);
      await page.waitForFunction(() => document.title === 'planted');
    }
    await impostor?.end();
    await node.start();
    const address = await node.newAddress();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address);
    await live(page);
    expect(planted).not.toContain(page.url());
    expect(asked.filter((url) => url.includes('stolen'))).toEqual([]);
    page.removeAllListeners('request');
    // The worker still exists, at the earlier addresses.
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await page.$eval('h1', (heading) => heading.textContent)).toBe('impostor');
    for (const word of new Set(impostor?.received().match(/[\w-]{20,}/g) ?? [])) {
      const headers = { Authorization: `Bearer ${word}` };
      expect((await fetch(`http://127.0.0.1:${port}/local/overview`, { headers })).status, word).toBe(401);
    }
    expect((await node.local().call(getOverview, {})).notices).toEqual([]);
  });
}
