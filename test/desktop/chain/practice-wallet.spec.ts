import type { Page } from '@playwright/test';
import { forSale, nextStep, toPayment } from '../licensing/sale-steps.ts';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { inEachView, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { shownFrame } from '../viewer/viewed.ts';
import { chainOf, ordersOf, rowOf, tileOf } from './chain-actions.ts';
import { connectPracticeWallet, payOn } from './practice-wallet.ts';

const check = async (page: Page, what: string) => {
  await inEachView(page, (view) => take(page, `practice-wallet-${what.replaceAll(' ', '-')}`, view, 'page'));
  await page.setViewportSize({ width: 1200, height: 800 });
};

/** Offers a poem in the Store, with a host on this computer, paid in the practice wallet app. */
async function sellPoem({ page, askLocal }: LaunchedAlcove, wallet: Page): Promise<void> {
  const headers = { 'X-File-Name': Buffer.from('poem.txt').toString('base64') };
  await askLocal('/local/content', { method: 'POST', body: 'Roses are red', headers });
  await visit(page, 'Library');
  await page.getByRole('button', { name: 'Actions for poem.txt' }).click();
  await page.getByRole('menuitem', { name: 'Sell…' }).click();
  await nextStep(page);
  await page.getByRole('textbox', { name: 'Licence to' }).fill('2');
  const payment = await toPayment(page, 'Practice node on this computer');
  await payOn(wallet, check)(payment, 'Start selling', forSale);
}

/** Buys the picture of the practice seller in the Store, and opens it. */
async function buyPicture({ page }: LaunchedAlcove, wallet: Page): Promise<void> {
  await visit(page, 'Store');
  await tileOf(page, 'Sunrise').click();
  await page.getByRole('button', { name: 'Buy to view' }).click();
  const dialog = page.getByRole('dialog', { name: /^Buy: Sunrise/ });
  await payOn(wallet, check)(dialog, 'Buy for 2 GRAM', 'bought.');
  await dialog.getByRole('link', { name: 'Open Library' }).click();
  const row = rowOf(page, 'Your licences', 'Sunrise');
  await row.getByRole('link', { name: /^Open Sunrise/ }).click();
  await shownFrame(page, 'Sunrise · Рассвет');
}

test('rehearses a sale and a purchase with the practice wallet app and practice people', {
  tag: '@story',
}, async ({ launchAlcove }) => {
  const alcove = await launchAlcove({
    args: ['--practice'],
    environment: { ALCOVE_NETWORK__PRACTICE_PEOPLE: 'true' },
  });
  const { page } = alcove;
  const wallet = await connectPracticeWallet(alcove, check);
  await sellPoem(alcove, wallet);
  await buyPicture(alcove, wallet);

  await visit(page, 'Wallet');
  const sales = page.getByRole('region', { name: 'Sales' });
  await expect(sales.getByRole('listitem', { name: 'poem' })).toContainText('+ 2 GRAM');
  await inEachView(page, (view) => take(page, 'practice-wallet-sales', view, 'page'));
  await page.setViewportSize({ width: 1200, height: 800 });
  const hot = (await chainOf(alcove)).wallets.filter(({ payer }) => payer !== 'wallet');
  expect(hot.map(({ balance }) => balance)).toEqual(['0', '0']);
  const orders = (await ordersOf(alcove)).map(({ kind, pay_with, state }) => `${kind} ${pay_with} ${state}`);
  expect(orders.sort()).toEqual(['purchase wallet confirmed', 'register wallet confirmed']);
});
