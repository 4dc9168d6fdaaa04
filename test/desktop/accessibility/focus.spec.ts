import type { Page } from '@playwright/test';
import { breaches } from '../support/accessibility.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { focusIsIn } from '../support/keyboard.ts';
import { menuItem } from '../support/menu.ts';
import { visit } from '../support/visit.ts';
import { listen } from './announcements.ts';

const given = sharedAlcove();

// The focus returns when an overlay has disappeared, which takes a moment with motion.
test.beforeEach(() => given().page.emulateMedia({ reducedMotion: 'no-preference' }));

async function store({ askLocal }: LaunchedAlcove, ...names: string[]): Promise<void> {
  for (const name of names) {
    await askLocal('/local/content', {
      method: 'POST',
      body: Buffer.from(`the bytes of ${name}`),
      headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
    });
  }
}

/** By keyboard only. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await (await menuItem(page, action)).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
}

test('restores the focus after every dialog of a file', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'a.txt');
  await visit(page, 'Library');
  for (const action of ['Edit…', 'Share…', 'Block…']) {
    await choose(page, 'a.txt', action);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Actions for a.txt' })).toBeFocused();
  }
});

test('moves the focus to the next row when a row is removed, and to the page after the last', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'a.txt', 'b.txt', 'c.txt');
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  };
  await visit(page, 'Library');
  await remove('b.txt');
  await expect(page.getByRole('button', { name: 'Actions for a.txt' })).toBeFocused();
  await choose(page, 'a.txt', 'Block…');
  await focusIsIn(page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('button', { name: 'Block file' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Actions for c.txt' })).toBeFocused();
  await remove('c.txt');
  await expect(page.getByText('Add your first file')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('restores the focus of a button that was busy', async () => {
  const { page, askLocal } = given();
  await askLocal('/local/peers', {
    method: 'POST',
    body: JSON.stringify({ url: 'http://127.0.0.1:9' }),
    headers: { 'Content-Type': 'application/json' },
  });
  await visit(page, 'Peers');
  const again = page.getByRole('button', { name: /^Try now/ });
  const answered = page.waitForResponse(/\/local\/peers\/retry/);
  await again.press('Enter');
  await answered;
  await expect(again).toBeEnabled();
  await expect(again).toBeFocused();
});

test('restores the focus of whatever had it before the search, by its button or its shortcut', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'd.txt');
  await visit(page, 'Library');
  const field = page.getByRole('combobox', { name: 'Search' });
  const header = page.getByRole('banner');
  const openers = [
    { opener: header.getByRole('button', { name: 'Search' }), key: 'Enter' },
    { opener: header.getByRole('button', { name: 'Add' }), key: 'ControlOrMeta+k' },
    { opener: page.getByRole('button', { name: 'Actions for d.txt' }), key: 'ControlOrMeta+k' },
  ];
  for (const typed of ['', 'a', 'nothing like it']) {
    for (const { opener, key } of openers) {
      await opener.focus();
      await page.keyboard.press(key);
      await page.keyboard.type(typed);
      await expect(field).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  }
});

test('focuses what Undo restored, and announces it and what the trash restored', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'd.txt', 'b.txt');
  await visit(page, 'Library');
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await expect(page.getByText('1 file moved to Trash')).toBeVisible();
  };
  await remove('b.txt');
  const said = await listen(page);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Open b.txt' })).toBeFocused();
  await expect.poll(said).toContain('1 file restored');

  await remove('b.txt');
  await visit(page, 'Trash');
  await page.getByRole('button', { name: 'Restore b.txt' }).press('Enter');
  await focusIsIn(page.getByRole('main'));
  await expect(page.getByRole('alert').filter({ hasText: '“b.txt” restored' })).toBeVisible();
  await page.getByRole('link', { name: 'Show file' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'b', exact: true })).toBeVisible();
});

test('names the selected result of the search, and announces how many there are', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'gull-one.txt', 'gull-two.txt');
  await visit(page, 'Library');
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('gull');
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(page.getByRole('status').filter({ hasText: /^2 results$/ })).toHaveCount(1);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  for (const { key, index } of [
    { key: '', index: 0 },
    { key: 'ArrowDown', index: 1 },
    { key: 'ArrowDown', index: 0 },
    { key: 'ArrowUp', index: 1 },
  ]) {
    if (key) await page.keyboard.press(key);
    await expect(options.and(page.locator('[aria-selected="true"]'))).toHaveCount(1);
    await expect(options.nth(index)).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute(
      'aria-activedescendant',
      (await options.nth(index).getAttribute('id')) ?? '',
    );
    await expect(field).toBeFocused();
  }
  expect(await breaches(page)).toEqual([]);
  const id = await options.nth(1).getAttribute('id');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(({ pathname }) => id?.endsWith(pathname) === true);
  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('never');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found for “never”' })).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('focuses the search field of the dialog that adds files to a collection', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'd.txt');
  await visit(page, 'Library');
  await choose(page, 'd.txt', 'Add to collection…');
  await expect(page.getByRole('searchbox', { name: 'Search collections' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Actions for d.txt' })).toBeFocused();
});
