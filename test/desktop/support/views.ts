import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { breaches, cutOff, noise, running } from './accessibility.ts';
import { expect } from './fixtures.ts';

const folder = join(import.meta.dirname, '../../../test-results/screenshots');
/**
 * Whether screenshots are taken for review, which takes more time than all checks. With ALCOVE_PICTURES=ru, pages that
 * are opened by their addresses are in Russian.
 */
const takesPictures = process.env.ALCOVE_PICTURES !== undefined;
export const pictured = process.env.ALCOVE_PICTURES === 'ru' ? 'ru' : 'en';
/**
 * The dark view is as wide as a tablet or half a screen, with the menu beside the page. The narrow view is that of a
 * phone, or of a window of 1280 pixels at 400 %, and must not scroll sideways.
 */
export const views = [
  { name: 'light', scheme: 'light', width: 1200 },
  { name: 'dark', scheme: 'dark', width: 768 },
  { name: 'narrow', scheme: 'light', width: 320 },
] as const;
type View = (typeof views)[number]['name'];

/** Runs a check of the page in every view. */
export async function inEachView(page: Page, check: (view: View) => Promise<void>): Promise<void> {
  for (const { name, scheme, width } of views) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await check(name);
  }
}

/** Checks that nothing on the current page is wider than the window or moves, and that axe finds no faults. */
export async function take(
  page: Page,
  what: string,
  view: View,
  kind: 'page' | 'opened' = 'opened',
): Promise<void> {
  const name = `${what}-${view}`;
  // Ignores “Loading more”, because further rows are loaded only when the list is scrolled.
  await expect(
    page.getByRole('status', { name: /^Loading (?!more)|загружа(е|ю)тся(?! (ещё|продолжение))/i }),
  ).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  if (takesPictures) {
    // Hides the scroll bar, because a screenshot of the whole page does not include its width.
    const style = 'html { scrollbar-width: none }';
    await page.screenshot({
      path: join(folder, `${name}.png`),
      fullPage: kind === 'page',
      animations: 'disabled',
      style,
    });
  }
  // Waits, because the layout changes after the size of the window.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(cutOff), `${name} is cut off`).toEqual([]);
  expect.soft(await page.evaluate(running), `${name} moves`).toEqual([]);
  if (view === 'light') expect.soft(await page.evaluate(noise), `${name} says too much`).toEqual([]);
  // Not checked again in the narrow view, which differs only in its size.
  const against =
    view === 'narrow' ? [] : await breaches(page, view === 'dark' ? 'colours' : 'everything', kind);
  expect.soft(against, name).toEqual([]);
}

/** Takes a screenshot of a step if screenshots are requested. */
export async function picture(page: Page, name: string): Promise<void> {
  const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.png`);
  if (takesPictures) await page.screenshot({ path, animations: 'disabled' });
}

/** Does the same for the current page in its present width and colour scheme. */
export async function takeOnce(page: Page, what: string): Promise<void> {
  // Waits for the code of the page, which is loaded at the first visit.
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(wider, `${what} is wider than the window`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(cutOff), `${what} is cut off`).toEqual([]);
  expect.soft(await page.evaluate(noise), `${what} says too much`).toEqual([]);
  expect.soft(await breaches(page), what).toEqual([]);
}
