import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const folder = join(import.meta.dirname, '../../test-results/screenshots');
const pages = [
  'overview',
  'content',
  'content/blocked',
  'peers',
  'transfers',
  'people',
  'activity',
  'bots',
  'api-docs',
] as const;
const views = [
  { name: 'light', scheme: 'light', width: 1200 },
  { name: 'dark', scheme: 'dark', width: 1200 },
  { name: 'narrow', scheme: 'light', width: 380 },
] as const;

/** Pictures of every page, to be looked at; what they can assert is that no page is wider than the window. */
async function photograph(page: Page, dashboardUrl: string, state: string): Promise<void> {
  for (const { name, scheme, width } of views) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    for (const path of pages) {
      await page.goto(`${dashboardUrl}/${path === 'overview' ? '' : path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${state}-${path.replace('/', '-')}-${name}.png`) });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  }
}

test('every page fits in light, dark and narrow, empty and full', async ({ launchAlcove }) => {
  test.setTimeout(180_000);
  const { page, dashboardUrl, askLocal } = await launchAlcove();
  await photograph(page, dashboardUrl, 'empty');
  for (let n = 0; n < 60; n += 1) {
    const name =
      n % 7 === 0
        ? `A rather long name of a recording from the summer of last year, take ${n}.mp3`
        : `file ${n}.txt`;
    await askLocal('/local/content', {
      method: 'POST',
      body: Buffer.alloc(n * 1000 + 1, n),
      headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
    });
  }
  await askLocal('/local/practice', { method: 'POST' });
  const post = (path: string, body: object) =>
    askLocal(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  for (const scopes of [['storage:write'], ['content:read', 'status:write']]) {
    await post('/local/tokens', { name: `A bot that may ${scopes.join(' and ')}`, scopes });
  }
  await post('/local/blocked', { content_id: '11'.repeat(32), reason: 'Not ours to give out' });
  for (const url of ['http://127.0.0.1:9', 'http://no-such-node.invalid']) {
    await post('/local/peers', { url });
  }
  await photograph(page, dashboardUrl, 'full');
});
