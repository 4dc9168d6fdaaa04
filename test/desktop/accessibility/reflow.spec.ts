import type { Page } from '@playwright/test';
import { cutOff } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { goTo } from '../viewer/viewed.ts';

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

async function open(page: Page, path: string): Promise<void> {
  await goTo(page, `/${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Everything that is cut off, or makes the page wider than its window, on every page. */
async function lost(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of pages) {
    await open(page, path);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wider > 0) found.push(`${state}, /${path}: ${wider} px wider than the window`);
    found.push(...(await page.evaluate(cutOff)).map((each) => `${state}, /${path}: ${each}`));
  }
  return found;
}

/** The smallest height of a control on a phone, in pixels. */
const targetHeight = 40;

/** Returns the buttons and fields that are too low for a finger. */
function tooLow(least: number): string[] {
  const controls =
    'button, select, .mantine-Button-root, .mantine-Input-input, .mantine-Chip-label, [role="tab"]';
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((one) => !one.matches('[data-variant="unstyled"], .mantine-Input-wrapper button'))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ one, box }) => one.checkVisibility() && box.width > 0 && Math.round(box.height) < least)
    .map(({ one, box }) => `${one.ariaLabel ?? one.textContent}: ${box.height} px high`);
}

test('shows controls that are high enough for a finger on a phone', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const { page } = await launchAlcove();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of pages) {
    await open(page, path);
    expect.soft(await page.evaluate(tooLow, targetHeight), `/${path}`).toEqual([]);
  }
});

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
