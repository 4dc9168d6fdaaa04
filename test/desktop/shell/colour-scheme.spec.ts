import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

/** The computed colours of the link to the current page. */
const colours = (page: Page) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: 'Settings' })
    .evaluate((link) => `${getComputedStyle(link).color} on ${getComputedStyle(link).backgroundColor}`);

test('applies another colour scheme everywhere immediately, chosen here or in the system', async ({
  launchAlcove,
}) => {
  const { page } = await launchAlcove();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await visit(page, 'Settings');
  const light = await colours(page);
  await page.getByTitle('Dark').click();
  await expect.poll(() => colours(page)).not.toBe(light);
  const dark = await colours(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await colours(page)).toBe(dark);
  await page.getByTitle('Same as the system').click();
  await expect.poll(() => colours(page)).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => colours(page)).toBe(dark);
});
