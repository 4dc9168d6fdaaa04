import type { Locator } from '@playwright/test';
import { Address } from '@ton/core';
import { json } from '../../support/node/start-test-node.ts';
import { confirm, licencesOf, rowOf, tileOf, tilesOf, walletOf } from '../chain/chain-actions.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { takeOnce } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { publish, type Seller, settled, test } from './seller.ts';

/** The amounts in a confirmation dialog, from top to bottom. */
const amountsIn = async (dialog: Locator): Promise<string[]> =>
  (await dialog.getByRole('table', { name: 'Payment' }).getByRole('cell').allTextContents()).map((text) =>
    text.replace(/\s/g, ' '),
  );

/** A wallet pays a small fee for receiving a payment. */
function expectReceived(received: bigint, sent: bigint): void {
  expect(received).toBeLessThanOrEqual(sent);
  expect(received).toBeGreaterThan(sent - 1_000_000n);
}

/** A price that changes during the confirmation is not paid. */
async function changePrice(seller: Seller, alcove: LaunchedAlcove, content: string): Promise<void> {
  const { page } = alcove;
  await visit(page, 'Store');
  await page.getByRole('link', { name: 'Low tide' }).click();
  await page.getByRole('button', { name: 'Buy to read' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buy: Low tide' });
  await expect(dialog.getByRole('button', { name: 'Buy for 5 GRAM' })).toBeVisible();

  const terms = { resale_price: '20000000000', allow_resale: true, withdrawn: false };
  const change = { kind: 'terms', pay_with: 'practice_wallet', content_address: content } as const;
  await settled(seller, { ...change, ...terms, price: '7000000000' });
  await expect(dialog.getByText('Price changed to 7 GRAM')).toBeVisible();
  await takeOnce(page, 'a price that was changed');
  await expect(dialog.getByRole('button', { name: 'Buy', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Accept new price' }).click();
  await expect(dialog.getByRole('button', { name: 'Buy for 7 GRAM' })).toBeVisible();
  await page.keyboard.press('Escape');

  // The redirect from the address on the chain, which was loaded before the change, keeps the current price.
  await visit(page, 'Store');
  await page.getByRole('link', { name: 'Low tide' }).click();
  await page.getByRole('button', { name: 'Buy to read 7 GRAM' }).click();
  await settled(seller, { ...change, ...terms, price: '7000000000', withdrawn: true });
  await expect(dialog.getByText('No longer for sale')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Buy', exact: true })).toBeDisabled();
  expect(await licencesOf(alcove)).toEqual([]);
}

test('finds a licence, shows its total cost, and buys it, unless its price changed during the confirmation', {
  tag: '@story',
}, async ({ seller, launchAlcove }) => {
  const singer = Address.parseRaw(`0:${'1d'.repeat(32)}`);
  await publish(
    seller,
    { title: 'Waves at night', authors: ['Ada Lovelace'], hashtags: ['sea'], description: 'By the sea.' },
    { royalties: [{ address: singer.toString(), value: 3333 }] },
  );
  await publish(
    seller,
    { title: 'A quiet lane' },
    { price: '250000000', allow_resale: false, resale_price: '0' },
  );
  const changed = await publish(seller, { title: 'Low tide' });
  const alcove = await launchAlcove({ args: seller.sameChain });
  const { page } = alcove;
  await changePrice(seller, alcove, changed);

  await page.goto(`${alcove.dashboardUrl}/`);
  await visit(page, 'Store');
  await expect(page.getByText('Practice mode: test money')).toBeVisible();
  await expect(tileOf(page, 'A quiet lane')).toContainText('0.25');
  await page.getByLabel('Price from, in GRAM').fill('1,5');
  await expect(tileOf(page, 'A quiet lane')).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search Store' }).fill('nothing like it');
  await expect(page.getByText('No items found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Sort by: Newest' }).click();
  await page.getByRole('menuitemradio', { name: 'Price: low to high' }).click();
  await expect(tilesOf(page).first()).toContainText('A quiet lane');
  await page.getByRole('searchbox', { name: 'Search Store' }).fill('sea');
  await expect(tileOf(page, 'A quiet lane')).toBeHidden();
  await page.getByRole('link', { name: 'Waves at night' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Waves at night' })).toBeVisible();
  await page.getByRole('tab', { name: 'Sharing and sale' }).click();
  await expect(page.getByText('A licence to read costs 5 GRAM, paid once.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^33\.33% to / })).toBeVisible();
  const buy = page.getByRole('button', { name: 'Buy to read' });
  await buy.click();
  const dialog = page.getByRole('dialog', { name: 'Buy: Waves at night' });
  await expect(dialog).toContainText('Practice wallet');
  await page.keyboard.press('Escape');
  await expect(buy).toBeFocused();

  await buy.click();
  const author = await walletOf(seller, 'practice_wallet');
  await expect(dialog.getByRole('table', { name: 'Payment' })).toBeVisible();
  expect((await amountsIn(dialog)).slice(0, 2)).toEqual(['1.6665 GRAM', '3.3335 GRAM']);
  await confirm(dialog, 'Buy for 5 GRAM', 'Licence to read bought.');
  expect(await seller.balanceAt(singer)).toBe(1_666_500_000n);
  expectReceived((await walletOf(seller, 'practice_wallet')).balance - author.balance, 3_333_500_000n);

  await dialog.getByRole('link', { name: 'Open Library' }).click();
  await expect(rowOf(page, 'Your licences', 'Waves at night')).toContainText(
    'Licence to read · your practice wallet',
  );
  await rowOf(page, 'Your licences', 'Waves at night').getByRole('link').click();
  await expect(page.getByText('Licence to read. Open Library')).toBeVisible();
  await expect(buy).toBeHidden();
});

test('buys, offers, withdraws and gives away a resellable licence', {
  tag: '@story',
}, async ({ seller, launchAlcove }) => {
  const content = await publish(seller, { title: 'Summer song' });
  const faucet = { payer: 'service_wallet', amount: '50000000000' };
  await seller.askLocal('/local/chain/faucet', { method: 'POST', ...json(faucet) });
  await settled(seller, {
    kind: 'purchase',
    pay_with: 'service_wallet',
    content_address: content,
    licence: 'resale',
  });
  const [licence] = await licencesOf(seller);
  const licenceAddress = licence?.licence_address ?? '';
  await settled(seller, {
    kind: 'offer',
    pay_with: 'service_wallet',
    licence_address: licenceAddress,
    price: '15000000009',
  });
  const owner = await walletOf(seller, 'service_wallet');
  const author = await walletOf(seller, 'practice_wallet');

  const alcove = await launchAlcove({ args: seller.sameChain });
  const { page } = alcove;
  await visit(page, 'Store');
  await page.getByRole('link', { name: 'Summer song' }).click();
  await page.getByRole('tab', { name: 'Sharing and sale' }).click();
  await page.getByRole('button', { name: 'Buy for 15.000000009 GRAM from' }).click();
  const buying = page.getByRole('dialog', { name: 'Buy: Summer song' });
  await expect(buying.getByRole('table', { name: 'Payment' })).toBeVisible();
  expect((await amountsIn(buying)).slice(0, 2)).toEqual(['13.500000009 GRAM', '1.500000000 GRAM']);
  await confirm(buying, 'Buy for 15.000000009 GRAM', 'Resellable licence bought.');
  expectReceived((await walletOf(seller, 'practice_wallet')).balance - author.balance, 1_500_000_000n);
  expectReceived((await walletOf(seller, 'service_wallet')).balance - owner.balance, 13_500_000_009n);

  await buying.getByRole('link', { name: 'Open Library' }).click();
  const row = rowOf(page, 'Your licences', 'Summer song');
  const choose = async (action: string) => {
    await row.getByRole('button', { name: 'Actions for Summer song' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Sell licence…');
  const offering = page.getByRole('dialog', { name: 'Sell licence: Summer song' });
  await offering.getByLabel('Price').fill('1,234');
  await expect(offering.getByRole('button', { name: 'Sell licence' })).toBeDisabled();
  await offering.getByLabel('Price').fill('22,5');
  await expect(
    offering.getByText('You receive 20.25 GRAM, and the authors receive 2.25 GRAM (10%).'),
  ).toBeVisible();
  await confirm(offering, 'Sell for 22.5 GRAM', 'Licence for sale at 22.5 GRAM.');
  await offering.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(row).toContainText('22.5');

  await choose('Withdraw offer…');
  const taking = page.getByRole('dialog', { name: 'Withdraw offer: Summer song' });
  await confirm(taking, 'Withdraw offer', 'Licence no longer for sale.');
  await taking.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(row).not.toContainText('22.5');

  await choose('Give away…');
  const giving = page.getByRole('dialog', { name: 'Give away: Summer song' });
  await giving.getByLabel('Wallet address').fill(`${author.address.slice(0, -1)}!`);
  await expect(giving.getByRole('button', { name: 'Give licence' })).toBeDisabled();
  await giving.getByLabel('Wallet address').fill(author.address);
  await confirm(giving, 'Give licence', 'Licence given to');
  await giving.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('No licences yet')).toBeVisible();
  // The seller has not ordered it, so that it waits for a decision.
  await expect
    .poll(async () => (await licencesOf(seller, '?shown=given')).map(({ payer }) => payer))
    .toEqual(['practice_wallet']);
});

test('restores the position of a long list on return', { tag: '@story' }, async ({
  seller,
  launchAlcove,
}) => {
  const titles = Array.from({ length: 10 }, (_, n) => `Song ${n}`);
  await Promise.all(titles.map((title) => publish(seller, { title })));
  const { page } = await launchAlcove({ args: seller.sameChain });
  await page.setViewportSize({ width: 900, height: 480 });
  await visit(page, 'Store');
  await page.getByRole('searchbox', { name: 'Search Store' }).fill('song');
  await expect(page).toHaveURL(/\?q=song$/);
  const links = tilesOf(page);
  await expect(links).toHaveCount(titles.length);
  await links.last().scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(200);

  await links.last().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Song \d$/ })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Store', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Search Store' })).toHaveValue('song');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled - 50);
  await visit(page, 'Bought');
  await visit(page, 'Store');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
