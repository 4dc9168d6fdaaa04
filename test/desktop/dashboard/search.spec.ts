import type { Locator } from '@playwright/test';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';

const given = sharedAlcove({ startsEmpty: true });

/** Stores two files. */
async function storeTwo({ askLocal }: LaunchedAlcove): Promise<void> {
  for (const name of ['gull.txt', 'heron.txt']) {
    const headers = { 'X-File-Name': Buffer.from(name).toString('base64') };
    expect((await askLocal('/local/content', { method: 'POST', headers, body: name })).status).toBe(201);
  }
}

/** Types a text and presses Enter within one task, so that no time passes between them. */
const typeAndEnter = (field: Locator, text: string): Promise<void> =>
  field.evaluate((input: HTMLInputElement, typed) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(input, typed);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }, text);

test('opens by Enter the first result of what is typed, also at once', async () => {
  const alcove = given();
  const { page } = alcove;
  await storeTwo(alcove);
  const heading = page.getByRole('heading', { level: 1 });
  const field = page.getByRole('combobox', { name: 'Search' });
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('gull');
  await expect(options).toHaveText([/^gull/]);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/local/content?*q=heron*', async (route) => {
    await held;
    await route.continue();
  });
  await typeAndEnter(field, 'heron');
  await expect(options).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  release();
  await expect(heading).toHaveText('heron');
  await expect(field).toHaveCount(0);

  // What is found after a search without results does not open.
  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('pelican');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found for “pelican”' })).toBeVisible();
  const headers = { 'X-File-Name': Buffer.from('pelican.txt').toString('base64') };
  await alcove.askLocal('/local/content', { method: 'POST', headers, body: 'pelican' });
  await expect(options).toHaveText([/^pelican/]);
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('pelican');
});

test('opens no result that another key selects after Enter', async () => {
  const alcove = given();
  const { page } = alcove;
  const headers = { 'X-File-Name': Buffer.from('network.txt').toString('base64') };
  await alcove.askLocal('/local/content', { method: 'POST', headers, body: 'network' });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/local/content?*q=network*', async (route) => {
    await held;
    await route.continue();
  });
  const field = page.getByRole('combobox', { name: 'Search' });
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await page.keyboard.press('ControlOrMeta+k');
  await typeAndEnter(field, 'network');
  // Results of other parts are there.
  await expect(options.filter({ hasText: 'Settings' }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  release();
  await expect(options.filter({ hasText: /^network/ })).toBeVisible();
  await expect(field).toBeFocused();
});

test('opens the first result if Enter is pressed while the code of the search is loaded', async () => {
  const alcove = given();
  const { page } = alcove;
  await storeTwo(alcove);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/search-dialog*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Library' }).first().focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('heron');
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('heron');
});

test('finds collections, and settings that the node does not store', async () => {
  const { page, askLocal } = given();
  const body = JSON.stringify({ kind: 'folder', title: 'Heronry' });
  const headers = { 'Content-Type': 'application/json' };
  expect((await askLocal('/local/collections', { method: 'POST', headers, body })).status).toBe(201);
  const field = page.getByRole('combobox', { name: 'Search' });
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('heronry');
  await expect(options).toHaveText(['HeronryFolder']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Heronry');

  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('dark');
  await expect(options.filter({ hasText: /^Appearance/ })).toBeVisible();
  await field.fill('language of');
  await expect(options).toHaveText(['LanguageSettings']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeFocused();
});
