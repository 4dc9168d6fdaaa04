import type { Page } from '@playwright/test';
import { cutOff } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

const pages = [
  '',
  'library',
  'explore/free',
  'explore/following',
  'library/shared',
  'library/photos',
  'library/trash',
  'settings/privacy',
  'sell',
  'explore/store',
  'library/bought',
  'wallet',
  'node/storage',
  'node/peers',
  'node/transfers',
  'settings/access',
  'node/log',
  'settings',
  'settings/developers',
  'settings/backup/restore',
];
/** WCAG 1.4.12: no content may be lost with increased text spacing. */
const widerSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }
`;

/** Everything that is cut off, or makes the page wider than its window, on every page. */
async function lost(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of pages) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wider > 0) found.push(`${state}, /${path}: ${wider} px wider than the window`);
    found.push(...(await page.evaluate(cutOff)).map((each) => `${state}, /${path}: ${each}`));
  }
  return found;
}

test('cuts nothing off at 200 % or with increased text spacing', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const { app, page } = await launchAlcove();
  await page.evaluate(() => localStorage.setItem('alcove.language', 'ru'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  const show = (zoom: number, size: 'usual' | 'smallest') =>
    app.evaluate(
      ({ BrowserWindow }, given) => {
        const [window] = BrowserWindow.getAllWindows();
        const [width = 0, height = 0] =
          given.size === 'usual' ? [1100, 700] : (window?.getMinimumSize() ?? []);
        window?.setSize(width, height);
        if (window) window.webContents.zoomFactor = given.zoom;
      },
      { zoom, size },
    );
  await show(2, 'usual');
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBeLessThanOrEqual(550);
  expect.soft(await lost(page, '200 %')).toEqual([]);
  await show(2, 'smallest');
  expect.soft(await lost(page, '200 % in the smallest window')).toEqual([]);
  await show(1, 'usual');
  await page.addStyleTag({ content: widerSpacing });
  expect(await lost(page, 'wider apart')).toEqual([]);
});
