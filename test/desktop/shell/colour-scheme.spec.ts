import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

/** The colours that are worked out from the scheme, of the link to the page that is shown. */
const colours = (page: Page) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: 'Settings' })
    .evaluate((link) => `${getComputedStyle(link).color} on ${getComputedStyle(link).backgroundColor}`);

test('another colour scheme applies everywhere immediately, chosen here or in the system', async ({
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
