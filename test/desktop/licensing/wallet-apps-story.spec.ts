import type { Locator } from '@playwright/test';
import { askFaucet } from '../../../src/features/chain/client/ask-faucet.ts';
import { zerostates } from '../../../src/features/chain/client/chain-identity.ts';
import { toncenterProxy } from '../../support/http/toncenter-proxy.ts';
import { startPublicNode } from '../../support/node/public-node.ts';
import { startTestNode } from '../../support/node/start-test-node.ts';
import { type ChainWallet, chainWallet, type WalletMessage } from '../../support/wallets/chain-wallet.ts';
import { SimulatedWallet } from '../../support/wallets/simulated-wallet.ts';
import { testWallet } from '../../support/wallets/test-wallet.ts';
import { startTestBridge, type TestBridge } from '../../support/wallets/ton-connect-bridge.ts';
import { chainOf, itemsOf, licencesOf, ordersOf, rowOf } from '../chain/chain-actions.ts';
import { test as base, expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { inEachView, picture, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { buy, offer, openInMarket, plays, publishThrough, title } from './sold-sound.ts';

const GRAM = 1_000_000_000n;

/** A chain that poses as the test network, a public node on it, and a bridge to wallet apps. */
interface Market {
  /** The chain's address for wallets. */
  endpoint: string;
  host: string;
  bridge: TestBridge;
  /** Settings of an app for all of it. */
  args: string[];
}

const test = base.extend<{ sharedMarket: Market }>({
  sharedMarket: async ({ temporaryFolder }, use) => {
    const miner = await startTestNode({ settings: { chain: { network: 'embedded' } } });
    const { endpoint, platform } = await miner.node.shareChain();
    // Wallet apps connect only to known networks.
    const testnet = await toncenterProxy(endpoint);
    testnet.change = (method, result) =>
      method === 'getMasterchainInfo' ? { ...(result as object), init: zerostates.testnet } : result;
    const chain = { network: 'testnet', endpoint: testnet.url, master_address: platform } as const;
    const studio = await startPublicNode({ settings: { chain: { ...chain, api_key: 'any' } } });
    const bridge = await startTestBridge();
    const settings = [
      ...Object.entries(chain).map(([name, value]) => `chain.${name}=${value}`),
      `sign_in.wallets_file=${bridge.writeWalletsFile(temporaryFolder())}`,
    ];
    const args = settings.flatMap((setting) => ['--set', setting]);
    await use({ endpoint, host: studio.host, bridge, args });
    await Promise.all([studio.stop(), bridge.stop()]);
    await testnet.stop();
    await miner.stop();
  },
});

/** Passes the displayed link to a wallet app, like a user who copies it to their phone. */
async function scan({ app }: LaunchedAlcove, shown: Locator, wallet: SimulatedWallet, bridge: TestBridge) {
  await app.evaluate(({ clipboard }) => clipboard.clear());
  await shown.getByRole('button', { name: 'Copy link' }).click();
  const link = () => app.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(link).toContain('https://wallet');
  wallet.scan(await link(), bridge.url);
}

async function connect(alcove: LaunchedAlcove, wallet: SimulatedWallet, bridge: TestBridge) {
  const { page } = alcove;
  await visit(page, 'Wallet');
  const card = page.getByRole('region', { name: 'Your wallet app' });
  await card.getByRole('button', { name: 'Connect wallet' }).click();
  await scan(alcove, card, wallet, bridge);
  await wallet.approve();
  await expect(page.getByRole('region', { name: /^test.wallet$/i })).toContainText('100 GRAM');
}

/** Transfers the licence to the wallet at an address, without the node that has its key. */
async function give({ page }: LaunchedAlcove, address: string, pay: Pay): Promise<void> {
  await visit(page, 'Bought');
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Give away…' }).click();
  const dialog = page.getByRole('dialog', { name: `Give away: ${title}` });
  await dialog.getByRole('textbox', { name: 'Wallet address' }).fill(address);
  await pay(dialog, 'Give licence', 'Licence given to');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
}

/** Adds the gift to the Library, and signs in with the wallet app to the node that has its key. */
async function acceptGift(alcove: LaunchedAlcove, wallet: SimulatedWallet, { host, bridge }: Market) {
  const { page } = alcove;
  await visit(page, 'Bought');
  await page.getByRole('link', { name: 'Given to you (1)' }).click();
  await page.getByRole('button', { name: `Add to Library: ${title}` }).click();
  await page.getByRole('link', { name: 'Your licences' }).click();
  const row = rowOf(page, 'Your licences', title);
  const name = new URL(host).host;
  await expect(row).toContainText(`Sign in at ${name} with your wallet to get the key.`);
  await inEachView(page, (view) => take(page, 'wallet-apps-gift', view, 'page'));
  await page.setViewportSize({ width: 1200, height: 800 });
  await row.getByRole('button', { name: `Sign in: ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: `Get the key: ${title}` });
  const start = dialog.getByRole('button', { name: 'Sign in' });
  await start.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await start.click();
  await scan(alcove, dialog, wallet, bridge);
  await inEachView(page, (view) => take(page, 'wallet-apps-sign-in', view));
  await page.setViewportSize({ width: 1200, height: 800 });
  await wallet.decline();
  await expect(dialog.getByText('The wallet didn’t sign in')).toBeVisible();
  await picture(page, 'wallet-apps declined');
  await dialog.getByRole('button', { name: 'Show new code' }).click();
  await scan(alcove, dialog, wallet, bridge);
  await wallet.approve();
  await expect(dialog.getByText('The key is here. You can open the item.')).toBeVisible();
  await picture(page, 'wallet-apps signed in');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
}

type Pay = (dialog: Locator, button: string, done: string) => Promise<void>;

/** Confirms the request of a dialog in the wallet app. */
const payWith =
  (wallet: SimulatedWallet, onChain: ChainWallet, page: LaunchedAlcove['page']): Pay =>
  async (dialog, button, done) => {
    await expect(dialog.getByRole('table', { name: 'Payment' })).toBeVisible();
    await picture(page, `wallet-apps ${button}`);
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog.getByText('Confirm the transaction in your wallet.')).toBeVisible();
    await picture(page, `wallet-apps ${button} asked`);
    const asked = await wallet.nextRequest();
    const { messages } = JSON.parse(asked.params[0] ?? '') as { messages: [WalletMessage] };
    await wallet.confirm(asked, await onChain.send(messages[0]));
    await expect(dialog.getByRole('status').filter({ hasText: done })).toBeVisible();
    await picture(page, `wallet-apps ${button} done`);
  };

test('sells, buys, plays, resells and gives away with wallet apps, without money on the nodes', {
  tag: '@story',
}, async ({ launchAlcove, sharedMarket }) => {
  test.setTimeout(360_000);
  const { endpoint, host, bridge, args } = sharedMarket;
  const join = async (seed: number) => {
    const alcove = await launchAlcove({
      args: [...args, '--set', `network.bootstrap=${host}`],
      environment: { ALCOVE_CHAIN__API_KEY: 'any' },
    });
    const app = () => new SimulatedWallet('test-wallet', testWallet(seed, 'v5R1', 'testnet'));
    const wallet = app();
    const onChain = chainWallet(endpoint, seed);
    await askFaucet(endpoint, onChain.address.toString(), 100n * GRAM);
    await expect.poll(async () => (await chainOf(alcove)).platform.state).toBe('deployed');
    await connect(alcove, wallet, bridge);
    return { alcove, app, onChain, pay: payWith(wallet, onChain, alcove.page) };
  };
  const [author, buyer] = [await join(81), await join(82)];
  await picture(author.alcove.page, 'wallet-apps connected');

  await publishThrough({ host }, author.alcove, author.pay);
  await picture(author.alcove.page, 'wallet-apps shared');
  await author.alcove.page.keyboard.press('Escape');
  const had = await author.onChain.balance();
  await buy(buyer.alcove, 'Buy resellable licence', '4 GRAM', buyer.pay);
  await picture(buyer.alcove.page, 'wallet-apps bought');
  await plays(buyer.alcove);
  await picture(buyer.alcove.page, 'wallet-apps plays');
  await expect.poll(() => author.onChain.balance()).toBeGreaterThan(had + (39n * GRAM) / 10n);

  await visit(buyer.alcove.page, 'Bought');
  await offer(buyer.alcove, '9', buyer.pay);
  await picture(buyer.alcove.page, 'wallet-apps offered');
  const third = await join(83);
  await buy(third.alcove, 'Buy for 9 GRAM from', '9 GRAM', third.pay);
  await plays(third.alcove);
  await picture(third.alcove.page, 'wallet-apps plays after resale');
  await expect(buyer.alcove.page.getByText('No licences yet')).toBeVisible();
  await openInMarket(buyer.alcove);
  await picture(buyer.alcove.page, 'wallet-apps sold on');
  expect(await itemsOf(author.alcove)).toMatchObject([{ title, mine: true }]);
  await expectEmpty(author.alcove, ['register']);

  // A gift names no recipient.
  await end(author.alcove);
  const friend = await join(84);
  await give(third.alcove, friend.onChain.address.toString(), third.pay);
  await acceptGift(friend.alcove, friend.app(), sharedMarket);
  await plays(friend.alcove);
  expect(await licencesOf(friend.alcove)).toMatchObject([{ payer: 'wallet', receipt: true }]);
  await expectEmpty(friend.alcove, []);
  await expectEmpty(third.alcove, ['buy_offer', 'transfer']);
  await expectEmpty(buyer.alcove, ['purchase', 'offer']);
});

/** The wallets of the node are empty, and the wallet app paid for these orders. */
async function expectEmpty(alcove: LaunchedAlcove, kinds: string[]): Promise<void> {
  const hot = (await chainOf(alcove)).wallets.filter(({ payer }) => payer !== 'wallet');
  expect(hot.map(({ payer, balance }) => `${payer} ${balance}`)).toEqual(['service_wallet 0']);
  const orders = await ordersOf(alcove);
  expect(orders.map(({ pay_with, state }) => `${pay_with} ${state}`)).toEqual(
    kinds.map(() => 'wallet confirmed'),
  );
  expect(orders.map(({ kind }) => kind).sort()).toEqual(kinds.toSorted());
  await visit(alcove.page, 'Wallet');
  await picture(alcove.page, `wallet-apps orders ${kinds}`);
}

async function end({ process, exited }: LaunchedAlcove): Promise<void> {
  process.kill('SIGTERM');
  await exited;
}
