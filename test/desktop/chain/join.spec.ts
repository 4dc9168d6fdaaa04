import type { Locator } from '@playwright/test';
import { startTestnet, type Testnet } from '../../support/http/testnet.ts';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { inEachView, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { chainOf, ordersOf, walletOf } from './chain-actions.ts';

let testnet: Testnet;
test.beforeEach(async () => {
  testnet = await startTestnet();
});
test.afterEach(() => testnet.stop());

test('checks and joins a network, can cancel the check, and offers to set up the Store', {
  tag: '@story',
}, async ({ launchAlcove }) => {
  const alcove = await launchAlcove();
  const { page } = alcove;
  await cancelCheck(alcove);
  await visit(page, 'Settings');
  await page.getByRole('link', { name: 'Buying and selling' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Buying and selling' })).toBeVisible();
  const choice = (name: string) => page.getByRole('radio', { name });
  await expect(choice('Off')).toBeChecked();
  await expect(page.getByRole('button', { name: /^(Join|Check|Turn)/ })).toHaveCount(0);

  // By keyboard: two networks down, then the fields of its service.
  await choice('Off').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(choice('TON test network')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await page.keyboard.type('nonsense');
  await expect(page.getByText('Enter an address that begins with https://')).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).fill(testnet.otherNetwork);
  await page.keyboard.press('Enter');
  const checks = page.getByRole('list', { name: 'Checks of the network' });
  await expect(checks).toContainText('belongs to another network');
  await expect(page.getByRole('button', { name: 'Join test network anyway' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Address' }).fill(testnet.endpoint);
  await expect(checks).toHaveCount(0);
  await page.getByRole('button', { name: 'Check network' }).click();
  await expect(checks).toContainText('Your Store isn’t on the chain yet');
  await expect(page.getByRole('status').filter({ hasText: /\d warnings?\. Checked/ })).toBeVisible();
  await inEachView(page, (view) => take(page, 'join-checked', view, 'page'));

  await page.setViewportSize({ width: 1200, height: 800 });
  const { app, dataDir } = alcove;
  // It would start another app, beyond the control of this test.
  await app.evaluate(({ app: electron }) => {
    electron.relaunch = () => undefined;
  });
  await page.getByRole('button', { name: 'Join test network', exact: true }).click();
  expect(await alcove.exited).toBe(0);

  const again = await launchAlcove({ dataDir });
  await openSetUp(again);
  expect(await ordersOf(again)).toEqual([]);
});

test('sets up a Store for the displayed price', { tag: '@story' }, async ({ launchAlcove }) => {
  const network = ['chain.network=testnet', `chain.endpoint=${testnet.endpoint}`];
  const alcove = await launchAlcove({ args: network.flatMap((setting) => ['--set', setting]) });
  const dialog = await openSetUp(alcove);
  await setUpStore(alcove, dialog);
});

/** Cancels a check of a service that does not answer, which restores the focus of its button. */
async function cancelCheck({ page, dashboardUrl, askLocal }: LaunchedAlcove): Promise<void> {
  await page.goto(`${dashboardUrl}/join`);
  await page.getByRole('radio', { name: 'TON test network' }).check();
  await page.getByRole('textbox', { name: 'Address' }).fill(testnet.endpoint);
  testnet.service.spoil = () => {};
  await page.getByRole('button', { name: 'Check network' }).click();
  await expect(page.getByText(/^\d of \d checks done$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('list', { name: 'Checks of the network' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Check network' })).toBeFocused();
  expect(await (await askLocal('/local/chain/check')).json()).toEqual({ check: null });
  testnet.service.spoil = undefined;
}

/** Opens the dialog that sets up the Store of a node on the joined network. */
async function openSetUp(alcove: LaunchedAlcove): Promise<Locator> {
  const { page } = alcove;
  await expect.poll(async () => (await chainOf(alcove)).state).toBe('ok');
  expect((await chainOf(alcove)).network).toBe('testnet');
  await visit(page, 'Wallet');
  const notice = page.getByRole('status').filter({ hasText: 'There is no Store yet' });
  await notice.getByRole('link', { name: 'Buying and selling' }).click();
  const store = page.getByRole('region', { name: 'Store' });
  await expect(store.getByRole('button', { name: 'Set up Store…' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'TON test network In use' })).toBeChecked();
  expect(await ordersOf(alcove)).toEqual([]);
  await inEachView(page, (view) => take(page, 'join-store', view, 'page'));

  await page.setViewportSize({ width: 1200, height: 800 });
  await store.getByRole('button', { name: 'Set up Store…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table', { name: 'Payment' })).toContainText('0.1');
  await inEachView(page, (view) => take(page, 'dialog-set-up-store', view));
  await page.setViewportSize({ width: 1200, height: 800 });
  return dialog;
}

/** The balance of the wallet and the state of the chain are read some times a minute. */
async function setUpStore(alcove: LaunchedAlcove, dialog: Locator): Promise<void> {
  const { page } = alcove;
  const { address } = await walletOf(alcove, 'service_wallet');
  await testnet.faucet(address, 1_000_000_000n);
  await expect(dialog.getByRole('button', { name: 'Set up Store', exact: true })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Set up Store', exact: true }).click();
  await expect(dialog).toContainText('Your Store is on the chain.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('region', { name: 'Store' })).toHaveCount(0);
  expect(await ordersOf(alcove)).toMatchObject([{ kind: 'platform', state: 'confirmed' }]);

  await page.getByRole('button', { name: 'Check network' }).click();
  const checks = page.getByRole('list', { name: 'Checks of the network' });
  await expect(checks).toContainText('is on the chain and verified, generation 1.');
}
