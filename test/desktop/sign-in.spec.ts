import type { Page } from '@playwright/test';
import { SimulatedWallet } from '../support/simulated-wallet.ts';
import { startTestBridge, type TestBridge } from '../support/ton-connect-bridge.ts';
import { expect, type LaunchedAlcove, test } from './fixtures.ts';

const open = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'People', exact: true }).click();

let bridge: TestBridge;
test.beforeEach(async () => {
  bridge = await startTestBridge();
});
test.afterEach(() => bridge.stop());

/** The link as a person copies it. */
async function copiedLink({ app, page }: LaunchedAlcove): Promise<string> {
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain('https://wallet');
  return app.evaluate(({ clipboard }) => clipboard.readText());
}

test('the owner links a wallet by its code and unlinks it', async ({ launchAlcove, temporaryFolder }) => {
  const walletsFile = bridge.writeWalletsFile(temporaryFolder());
  const alcove = await launchAlcove({ args: ['--set', `sign_in.wallets_file=${walletsFile}`] });
  const { page } = alcove;
  await open(page);
  await expect(page.getByText('Nobody but you can sign in to this node.')).toBeVisible();
  await expect(page.getByText('Wallet apps cannot look up your node')).toBeVisible();

  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('img', { name: 'Code for your wallet app' })).toBeVisible();
  await expect(page.getByText('Open Test Wallet on your phone.')).toBeVisible();
  const wallet = new SimulatedWallet();
  wallet.scan(await copiedLink(alcove), bridge.url);
  await wallet.approve();
  await expect(page.getByText('Your wallet is linked')).toBeVisible();
  const linked = page.getByRole('list', { name: 'Linked wallets' });
  await expect(linked).toContainText('v5R1');

  await linked.getByRole('button', { name: /^Unlink/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(linked).toBeHidden();
});

test('a wallet that declines is told in words, and a new code can be had and given up', async ({
  launchAlcove,
  temporaryFolder,
}) => {
  const walletsFile = bridge.writeWalletsFile(temporaryFolder());
  const alcove = await launchAlcove({ args: ['--set', `sign_in.wallets_file=${walletsFile}`] });
  const { page } = alcove;
  await open(page);
  await page.getByRole('button', { name: 'Connect' }).click();
  const wallet = new SimulatedWallet();
  wallet.scan(await copiedLink(alcove), bridge.url);
  await wallet.decline();
  await expect(page.getByText('The wallet was not linked')).toBeVisible();

  await page.getByRole('button', { name: 'Show a new code' }).click();
  await expect(page.getByText('Waiting for your wallet')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Waiting for your wallet')).toBeHidden();
  await expect(page.getByRole('list', { name: 'Linked wallets' })).toBeHidden();
});

test('who may sign in is said as it is set', async ({ launchAlcove }) => {
  const { page } = await launchAlcove({
    args: ['--set', 'sign_in.who=list', '--set', 'sign_in.list=telegram:123456789'],
  });
  await open(page);
  await expect(page.getByText('You and those on your list can sign in')).toBeVisible();
  await expect(page.getByText('telegram:123456789').first()).toBeVisible();
});
