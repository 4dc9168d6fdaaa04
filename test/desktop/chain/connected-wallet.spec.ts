import type { Locator } from '@playwright/test';
import { askFaucet } from '../../../src/features/chain/client/ask-faucet.ts';
import { zerostates } from '../../../src/features/chain/client/chain-identity.ts';
import { toncenterProxy } from '../../support/http/toncenter-proxy.ts';
import { chainWallet, type WalletMessage } from '../../support/wallets/chain-wallet.ts';
import { SimulatedWallet, type WalletRequest } from '../../support/wallets/simulated-wallet.ts';
import { testWallet } from '../../support/wallets/test-wallet.ts';
import { startTestBridge } from '../../support/wallets/ton-connect-bridge.ts';
import { publish, test } from '../licensing/seller.ts';
import { expect } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';
import { licencesOf, ordersOf, rowOf, tileOf } from './chain-actions.ts';

const seed = 77;

const messageOf = ({ params }: WalletRequest): WalletMessage =>
  (JSON.parse(params[0] ?? '') as { messages: [WalletMessage] }).messages[0];

test('shows a refusal by a wallet app, and buys with a signed message', { tag: '@story' }, async ({
  seller,
  launchAlcove,
  temporaryFolder,
}) => {
  // The chain is polled as often as TON.
  await publish(seller, { title: 'Waves at night' });
  const bridge = await startTestBridge();
  const owners = chainWallet(seller.endpoint, seed);
  await askFaucet(seller.endpoint, owners.address.toString(), 100_000_000_000n);
  // Wallet apps connect only to known networks.
  const testnet = await toncenterProxy(seller.endpoint);
  testnet.change = (method, result) =>
    method === 'getMasterchainInfo' ? { ...(result as object), init: zerostates.testnet } : result;
  try {
    const network = ['chain.network=testnet', `chain.endpoint=${testnet.url}`];
    const settings = [
      ...['--set', `sign_in.wallets_file=${bridge.writeWalletsFile(temporaryFolder())}`],
      ...[...seller.sameChain, ...network.flatMap((setting) => ['--set', setting])],
    ];
    const alcove = await launchAlcove({ args: settings, environment: { ALCOVE_CHAIN__API_KEY: 'any' } });
    const { page, app } = alcove;
    await visit(page, 'Wallet');
    const card = page.getByRole('region', { name: 'Your wallet app' });
    await card.getByRole('button', { name: 'Connect wallet' }).click();
    await card.getByRole('button', { name: 'Copy link' }).click();
    const link = () => app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(link).toContain('https://wallet');
    const wallet = new SimulatedWallet('test-wallet', testWallet(seed, 'v5R1', 'testnet'));
    wallet.scan(await link(), bridge.url);
    await wallet.approve();
    await expect(page.getByRole('region', { name: /^test.wallet$/i })).toContainText('100 GRAM');

    await visit(page, 'Store');
    await tileOf(page, 'Waves at night').click();
    const dialog = page.getByRole('dialog', { name: 'Buy: Waves at night' });
    const buy = async (button: Locator) => {
      await button.click();
      await expect(dialog.getByText('asks you to confirm')).toBeVisible();
      await dialog.getByRole('button', { name: 'Buy for 5 GRAM' }).click();
      await expect(dialog.getByText('Confirm the transaction in your wallet.')).toBeVisible();
    };
    await buy(page.getByRole('button', { name: 'Buy to read' }));
    const first = await wallet.nextRequest();
    await wallet.reject(first);
    await expect(dialog.getByText('The transaction was declined in the wallet.')).toBeVisible();
    expect(await licencesOf(alcove)).toEqual([]);
    expect(await owners.balance()).toBe(100_000_000_000n);

    await buy(dialog.getByRole('button', { name: 'Try again…' }));
    const second = await wallet.nextRequest();
    expect(messageOf(second)).toEqual(messageOf(first));
    await wallet.confirm(second, await owners.send(messageOf(second)));
    await expect(dialog.getByText('Licence to read bought.')).toBeVisible();
    await dialog.getByRole('link', { name: 'Open Library' }).click();
    const licence = rowOf(page, 'Your licences', 'Waves at night');
    await expect(licence).toContainText('Licence to read · your wallet app');
    // The node asks without the wallet; it knows no node that sells.
    await expect(licence).toContainText('No known node has this file now.');
    await expect(licence.getByRole('button', { name: /^Try now/ })).toHaveCount(1);
    expect(await ordersOf(alcove)).toMatchObject([
      { kind: 'purchase', pay_with: 'wallet', state: 'confirmed' },
    ]);
  } finally {
    await Promise.all([bridge.stop(), testnet.stop()]);
  }
});
