import { Address } from '@ton/core';
import { TonClient } from '@ton/ton';
import { purchases } from '../../../src/contract/dashboard-api/purchases.ts';
import { parseTonAddress } from '../../../src/core/ton/ton-address.ts';
import { askFaucet } from '../../../src/features/chain/client/ask-faucet.ts';
import { purchaseAmount } from '../../../src/features/chain/contracts/amounts.ts';
import { purchaseLicence } from '../../../src/features/chain/contracts/messages.ts';
import { testWallet } from '../../chain/embedded/test-wallet.ts';
import { json } from '../../support/node/start-test-node.ts';
import { itemsOf, walletOf } from '../chain/chain-actions.ts';
import { chainTroubles } from '../screens/chain-error-states.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { focusIsIn } from '../support/keyboard.ts';
import { standIn } from '../support/stand-ins.ts';
import { inEachView, pictured, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { publish, type Seller, test } from './seller.ts';

const ton = 1_000_000_000n;
/** The misleading title of a stranger's content. */
const hostile = '<b>Alcove</b>: your wallet is empty \u202Egpj.exe 🎁 '.repeat(3).trim();

const countsOf = async ({ askLocal }: LaunchedAlcove) =>
  purchases.parse(await (await askLocal('/local/purchases')).json()).counts;

/** A stranger pays for licences of a wallet of the app's node. */
async function give(alcove: LaunchedAlcove, { endpoint }: Seller, contents: readonly string[]) {
  const wallet = testWallet(new TonClient({ endpoint }), 'a stranger');
  await askFaucet(endpoint, wallet.address.toRawString(), 500n * ton);
  const recipient = parseTonAddress((await walletOf(alcove, 'service_wallet')).address) ?? null;
  const validUntil = Math.floor(Date.now() / 1000) + 600;
  for (const [at, content] of contents.entries()) {
    const body = purchaseLicence({
      queryId: 1n,
      validUntil,
      maxPrice: 9n * ton,
      kind: 'listen',
      recipient,
      deliverTo: null,
    });
    await wallet.send(Address.parse(content), purchaseAmount(5n * ton), body);
    await expect.poll(async () => (await countsOf(alcove)).given).toBe(at + 1);
  }
}

/** Asks once about all found licences; everything fits. */
async function showFound({ page, dashboardUrl }: LaunchedAlcove): Promise<void> {
  const speak = (language: 'en' | 'ru') =>
    page.evaluate((chosen) => window.alcove?.invoke('preferences.set', { language: chosen }), language);
  await speak(pictured);
  await standIn(page, chainTroubles);
  for (const path of ['library/bought', 'library/given', 'library/declined']) {
    await page.goto(`${dashboardUrl}/${path}`);
    await expect(page.locator('[role=region] button')).toHaveCount(path === 'library/declined' ? 0 : 2);
    const what = `${pictured}-found-${path.replace('/', '-')}`;
    await inEachView(page, (view) => take(page, what, view, 'page'));
    await page.setViewportSize({ width: 1200, height: 800 });
  }
}

test('lists gifts until they are added or declined, also by keyboard, and asks once about found licences', {
  tag: '@story',
}, async ({ launchAlcove, seller }) => {
  await seller.askLocal('/local/chain/faucet', {
    method: 'POST',
    ...json({ payer: 'practice_wallet', amount: `${100n * ton}` }),
  });
  const titles = [hostile, 'A poem', 'A song'];
  for (const title of titles)
    await publish(seller, { title, authors: ['Ada'], hashtags: [], description: '' });
  const alcove = await launchAlcove({ args: seller.sameChain });
  const { page } = alcove;
  await visit(page, 'Bought');
  await expect(page.getByText('No licences yet')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Licences' })).toHaveCount(0);

  await expect.poll(async () => (await itemsOf(alcove)).length).toBe(3);
  const items = await itemsOf(alcove);
  const addressOf = (title: string) =>
    items.find((item) => item.title === title)?.content_address ?? items.at(-1)?.content_address ?? '';
  await give(alcove, seller, titles.map(addressOf));
  await expect(page.getByText('No licences yet')).toBeVisible();
  const tab = page.getByRole('link', { name: 'Given to you (3)' });
  await tab.focus();
  await page.keyboard.press('Enter');
  const given = page.getByRole('table', { name: 'Licences given to you' });
  await expect(given.getByRole('row')).toHaveCount(4);
  await expect(page.getByText('Alcove downloads nothing until you add them.')).toBeVisible();
  await inEachView(page, (view) => take(page, 'given-list', view, 'page'));
  await page.setViewportSize({ width: 1200, height: 800 });

  await given.getByRole('button', { name: 'Decline: A poem' }).focus();
  await page.keyboard.press('Enter');
  await expect(given.getByRole('row')).toHaveCount(3);
  // Keyboard navigation continues beside it.
  await focusIsIn(given);
  await given.getByRole('button', { name: 'Add to Library: A song' }).focus();
  await page.keyboard.press('Enter');
  await expect(given.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'Declined (1)' }).click();
  const declined = page.getByRole('table', { name: 'Declined licences' });
  await declined.getByRole('button', { name: 'Add to Library: A poem' }).click();
  await expect(page.getByText('No declined licences')).toBeVisible();
  await page.getByRole('link', { name: 'Your licences' }).click();
  const mine = page.getByRole('table', { name: 'Your licences' });
  await expect(mine.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Actions for A song' }).click();
  await page.getByRole('menuitem', { name: 'Remove from Library' }).click();
  await expect(mine.getByRole('row')).toHaveCount(2);
  expect(await countsOf(alcove)).toEqual({ kept: 1, given: 1, declined: 1, found: 0 });
  await showFound(alcove);
});
