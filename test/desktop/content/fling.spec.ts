import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';
import { store } from '../viewer/viewed.ts';

const files = 100;

/** Scrolls by more than the height of the window each time. @returns the rows with a file after each movement */
const fling = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const counts: number[] = [];
    const { now } = performance;
    // On a busy machine, movements would be too far apart for a fast one.
    const later = performance.now() + 1000;
    performance.now = () => later;
    for (let move = 1; move <= 4; move += 1) {
      const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }));
      window.scrollTo(0, move * 1.2 * window.innerHeight);
      await scrolled;
      counts.push(document.querySelectorAll('tbody tr[data-index]').length);
    }
    performance.now = now;
    return counts;
  });

test('shows placeholders for the rows that a fast movement passes, and the rows where it ends', {
  tag: '@story',
}, async ({ takeAlcove }) => {
  const alcove = await takeAlcove();
  const { page } = alcove;
  for (let n = 1; n <= files; n += 1) await store(alcove, `note ${n}.txt`, 'text/plain', Buffer.from(`${n}`));
  await visit(page, 'Library');
  const table = page.getByRole('table', { name: 'Your files' });
  const row = (n: number) => table.getByRole('row', { name: new RegExp(`note ${n}\\b`) });
  await expect(row(files)).toBeInViewport();
  // Loads all rows.
  await page.keyboard.press('End');
  await expect(row(1)).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(row(files)).toBeInViewport();

  const [first, ...passed] = await fling(page);
  expect(first).toBeGreaterThan(0);
  expect(passed).toEqual([0, 0, 0]);
  await expect.poll(() => table.locator('tr[data-index]').count()).toBeGreaterThan(10);
  await expect(table.getByRole('img', { name: 'Loading' })).toHaveCount(0);
});
