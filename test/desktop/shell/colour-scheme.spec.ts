import type { Page } from '@playwright/test';
import { expect, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

const given = sharedAlcove();

/** The computed colours of the link to the current page. */
const colours = (page: Page) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: 'Settings' })
    .evaluate((link) => `${getComputedStyle(link).color} on ${getComputedStyle(link).backgroundColor}`);

/** The label of a choice of the colour scheme. */
const choice = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Appearance' }).getByText(name, { exact: true });

test('applies another colour scheme everywhere immediately, chosen here or in the system', async () => {
  const { page } = given();
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, 'Settings');
  const light = await colours(page);
  await choice(page, 'Dark').click();
  await expect.poll(() => colours(page)).not.toBe(light);
  const dark = await colours(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await colours(page)).toBe(dark);
  await choice(page, 'System').click();
  await expect.poll(() => colours(page)).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => colours(page)).toBe(dark);
});

test('names each colour scheme in full, also in a narrow window', async () => {
  const { page } = given();
  await visit(page, 'Settings');
  await page.setViewportSize({ width: 360, height: 800 });
  for (const name of ['System', 'Light', 'Dark']) {
    const { text, label } = await choice(page, name).evaluate((element) => {
      const around = element.closest('label');
      return { text: element.getBoundingClientRect().width, label: around?.clientWidth ?? 0 };
    });
    expect(text, name).toBeGreaterThan(20);
    expect(text, name).toBeLessThan(label);
  }
});
