import type { Page } from '@playwright/test';
import { forSale, nextStep, toPayment } from '../licensing/sale-steps.ts';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { inEachView, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { chainOf, ordersOf } from './chain-actions.ts';
import { connectPracticeWallet, payOn } from './practice-wallet.ts';

const patience = { timeout: 45_000 };

const look = async (page: Page, what: string) => {
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
  await payOn(wallet, look)(payment, 'Start selling', forSale);
}

test('rehearses connecting and selling with the practice wallet app', async ({ launchAlcove }) => {
  test.setTimeout(120_000);
  const alcove = await launchAlcove({ args: ['--practice'] });
  const wallet = await connectPracticeWallet(alcove, look);
  await sellPoem(alcove, wallet);
  await expect(alcove.page.getByRole('region', { name: 'Hosts for buyers' })).toContainText(
    'The host has the key',
    patience,
  );
  const hot = (await chainOf(alcove)).wallets.filter(({ payer }) => payer !== 'wallet');
  expect(hot.map(({ balance }) => balance)).toEqual(['0', '0']);
  expect(await ordersOf(alcove)).toMatchObject([
    { kind: 'register', pay_with: 'wallet', state: 'confirmed' },
  ]);
});
