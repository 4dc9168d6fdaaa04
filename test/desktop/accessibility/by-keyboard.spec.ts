import type { Page } from '@playwright/test';
import { expect, sharedAlcove, test } from '../support/fixtures.ts';
import { aroundBy, tabTo } from '../support/keyboard.ts';

const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

const given = sharedAlcove({ args: ['--set', 'chain.network=embedded'], startsEmpty: true });

test('supports pages, menus, lists and dialogs by keyboard, with the focus in the right place', async () => {
  const { page, askLocal } = given();
  await askLocal('/local/content', {
    method: 'POST',
    body: 'words',
    headers: { 'X-File-Name': Buffer.from('a.txt').toString('base64') },
  });

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main', { name: 'Home' })).toBeFocused();
  await go(page, '/library');
  await expect(page.getByRole('main', { name: 'Library' })).toBeFocused();
  await expect(page).toHaveTitle('Library – Alcove');

  // The code of the search is loaded only now, and nothing typed is lost meanwhile.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('peerX');
  await page.keyboard.press('Backspace');
  const search = page.getByRole('combobox', { name: 'Search' });
  await expect(search).toHaveValue('peer');
  await expect(search).toBeFocused();
  await page.keyboard.type('s');
  await expect(search).toHaveValue('peers');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('main', { name: 'Library' }).focus();

  const actions = page.getByRole('button', { name: 'Actions for a.txt' });
  const item = (name: string) => page.getByRole('menuitem', { name });
  await actions.press('Enter');
  await expect(item('Open').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item('More')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('e');
  await expect(item('Edit…')).toBeFocused();
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await tabTo(page, dialog.getByRole('combobox', { name: 'Cover' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(actions).toBeFocused();

  await actions.press('Enter');
  await item('More').press('Enter');
  await page.keyboard.press('b');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await go(page, '/node/peers');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main', { name: 'Peers' })).toBeFocused();
});

test('opens the menu of further pages below the page on a phone, and closes it by Escape', async () => {
  const { page } = given();
  await page.setViewportSize({ width: 390, height: 800 });
  const more = page.getByRole('button', { name: 'More' });
  const node = page.getByRole('menuitem', { name: 'Node' });
  expect(await aroundBy(page)).toEqual([]);
  await more.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expect(node).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await expect(node).toBeHidden();
  await more.press('Enter');
  await node.press('Enter');
  await expect(page.getByRole('main', { name: 'Node' })).toBeFocused();
  await expect(node).toBeHidden();
});

test('announces the number of results and errors, and focuses the undo of settings until it is used', async () => {
  const { page, askLocal } = given();
  for (const name of ['one.txt', 'other.txt']) {
    await askLocal('/local/content', {
      method: 'POST',
      body: name,
      headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
    });
  }
  await go(page, '/library');
  await page.getByRole('searchbox').fill('o');
  await expect(page.getByRole('status').filter({ hasText: /^2 files$/ })).toHaveCount(1);
  await page.getByRole('searchbox').fill('one');
  await expect(page.getByRole('status').filter({ hasText: /^1 file$/ })).toHaveCount(1);
  await go(page, '/explore/store?q=never');
  const from = page.getByRole('textbox', { name: 'Price from, in GRAM' });
  await from.fill('1.2.3');
  await expect(from).toHaveAccessibleDescription('Enter a number like 1.5 or 1234.5');

  await go(page, '/settings/general');
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.pressSequentially('storage.quota_bytes');
  await expect(page.getByRole('status').filter({ hasText: '1 setting found' })).toBeVisible();
  await search.press('Enter');
  const quota = page.getByRole('textbox', { name: 'Storage limit' });
  await expect(quota).toBeFocused();
  await page.keyboard.type('2 GiB');
  await page.getByRole('button', { name: 'Save 1 change' }).press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toHaveCount(1);
  await undo.press('Enter');
  await expect(quota).toBeFocused();
  await expect(quota).toHaveValue('');
});
