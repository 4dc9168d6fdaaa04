import type { Locator, Page } from '@playwright/test';
import { breaches } from './accessibility.ts';
import { itemsOf, licencesOf, rowOf } from './chain-actions.ts';
import { expect } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { publish, test } from './seller.ts';

const patience = { timeout: 20_000 };

/** Confirms what a dialog asks, with test money where the wallet lacks some. */
async function confirm(page: Page, dialog: Locator, button: string, done: string): Promise<void> {
  await expect(dialog.getByRole('table', { name: 'What is paid' })).toBeVisible(patience);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  const faucet = dialog.getByRole('button', { name: 'Get test money' });
  if (await faucet.isVisible()) {
    await tabTo(page, faucet);
    await page.keyboard.press('Enter');
  }
  const enough = dialog.getByRole('button', { name: button, exact: true });
  await expect(enough).toBeEnabled(patience);
  expect(await breaches(page, 'everything', 'opened')).toEqual([]);
  await tabTo(page, enough);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(done)).toBeVisible(patience);
  expect(await breaches(page, 'everything', 'opened')).toEqual([]);
}

test('what is for sale is narrowed down, bought, and something published with shares, by keyboard only', {
  tag: '@story',
}, async ({ seller, launchAlcove }) => {
  test.setTimeout(240_000);
  await publish(seller, { title: 'Waves at night', hashtags: ['sea'] });
  await publish(seller, { title: 'A quiet lane' }, { price: '250000000' });
  const alcove = await launchAlcove({ args: seller.sameChain });
  const { page, askLocal } = alcove;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const dialog = page.getByRole('dialog');
  const enter = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  };
  const navigation = page.getByRole('navigation', { name: 'Main' });

  await enter(navigation.getByRole('link', { name: 'Market' }));
  await expect(rowOf(page, 'For sale', 'A quiet lane')).toBeVisible(patience);
  await tabTo(page, page.getByRole('radio', { name: 'Newest' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Cheapest' })).toBeChecked();
  await expect(page.getByRole('table', { name: 'For sale' }).getByRole('rowheader').first()).toContainText(
    'A quiet lane',
  );
  await type(page.getByRole('textbox', { name: 'Price from, in TON' }), '1,5');
  await expect(rowOf(page, 'For sale', 'A quiet lane')).toBeHidden();
  await enter(page.getByRole('link', { name: 'Waves at night' }));
  await expect(page.getByRole('main', { name: 'Waves at night' })).toBeFocused();
  await enter(page.getByRole('button', { name: 'Buy a licence to read' }));
  await confirm(page, dialog, 'Buy for 5 TON', 'Licence to read: it is yours.');
  await enter(dialog.getByRole('link', { name: 'To the library' }));
  await expect(page.getByRole('main', { name: 'Library' })).toBeFocused();
  expect(await licencesOf(alcove)).toHaveLength(1);

  await askLocal('/local/content', {
    method: 'POST',
    body: 'the words of a poem',
    headers: { 'X-File-Name': Buffer.from('poem.txt').toString('base64') },
  });
  await enter(navigation.getByRole('link', { name: 'Content', exact: true }));
  await enter(page.getByRole('button', { name: 'Actions for poem.txt' }));
  const publishing = page.getByRole('menuitem', { name: 'Publish with a price…' });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('p');
  await expect(publishing).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main', { name: 'Publish' })).toBeFocused();
  await type(page.getByRole('textbox', { name: 'Title' }), 'A poem');
  await type(page.getByRole('textbox', { name: 'Licence to read' }), '10');
  for (const [digits, percent] of [
    ['17', '12,5'],
    ['18', '3.33'],
  ] as const) {
    await enter(page.getByRole('button', { name: 'Add a share' }));
    await page.keyboard.type(`0:${digits.repeat(32)}`);
    await page.keyboard.press('Tab');
    await page.keyboard.type(percent);
  }
  await expect(page.getByText('Together 15.83%, you keep 84.17%')).toBeVisible();
  await enter(page.getByRole('button', { name: 'Remove share 2' }));
  await expect(page.getByText('Together 12.5%, you keep 87.5%')).toBeVisible();
  await expect(page.locator('main :focus')).toHaveCount(1);
  await enter(page.getByRole('button', { name: 'Publish…' }));
  await confirm(page, dialog, 'Publish', 'It is published.');
  await enter(dialog.getByRole('button', { name: 'Close' }).last());
  await expect(dialog).toBeHidden();
  const [mine] = await itemsOf(alcove, '?whose=mine');
  expect(mine).toMatchObject({ title: 'A poem', royalties: [{ value: 1250 }] });
});
