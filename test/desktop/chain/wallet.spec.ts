import { walletMnemonic } from '../../../src/contract/dashboard-api/chain.ts';
import { SimulatedWallet } from '../../support/wallets/simulated-wallet.ts';
import { testWallet } from '../../support/wallets/test-wallet.ts';
import { startTestBridge } from '../../support/wallets/ton-connect-bridge.ts';
import { expect, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';
import { chainOf, ordersOf, walletOf } from './chain-actions.ts';

test.describe('on a practice chain', () => {
  const given = sharedAlcove({ args: ['--set', 'chain.network=embedded'] });

  test('receives test money, sends an exact amount, and shows the transaction', async () => {
    const alcove = given();
    const { page } = alcove;
    await visit(page, 'Wallet');
    const own = page.getByRole('region', { name: 'Practice wallet' });
    await expect(own).toContainText('0 GRAM');
    await expect.poll(async () => (await chainOf(alcove)).state).toBe('ok');
    await expect(page.getByText('No transactions yet')).toBeVisible();
    await own.getByRole('button', { name: /^Get 10 GRAM \(test\)/ }).click();
    await expect(own.getByText('10 GRAM', { exact: true })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('10 GRAM')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Fee wallet' })).toHaveText(/GRAMShow more$/);

    const before = await walletOf(alcove, 'service_wallet');
    await own.getByRole('button', { name: /^Send/ }).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: /^Send/ });
    await dialog
      .getByRole('textbox', { name: 'To', exact: true })
      .fill((await walletOf(alcove, 'practice_wallet')).address);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('11');
    await dialog.getByRole('textbox', { name: 'Comment' }).focus();
    await expect(dialog.getByText('Address of this wallet itself')).toBeVisible();
    await expect(dialog.getByText('10 GRAM available', { exact: true })).toBeVisible();
    await expect(send).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(before.address);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1,234567891');
    await expect(dialog).toContainText(`Recipient: ${before.address}`);
    await dialog.getByRole('button', { name: 'Send 1.234567891 GRAM' }).click();
    await expect(dialog).toContainText('Payment sent.');
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    const order = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
    await expect(order).toHaveCount(1);
    await expect(order).toContainText('Send GRAM');
    await expect(order).toContainText('Done');
    await expect(order.getByTitle(/^1\.234567891\sGRAM$/)).toHaveText('1.23 GRAM');
    expect(await ordersOf(alcove)).toMatchObject([
      { kind: 'withdraw', state: 'confirmed', price: '1234567891' },
    ]);
    // The receiving wallet pays a small fee.
    const gained = (await walletOf(alcove, 'service_wallet')).balance - before.balance;
    expect(gained).toBeLessThanOrEqual(1_234_567_891n);
    expect(gained).toBeGreaterThan(1_234_000_000n);
  });

  test('shows an address with its QR code and copies it', async () => {
    const alcove = given();
    const { page, app } = alcove;
    await visit(page, 'Wallet');
    await page.getByRole('button', { name: 'Receive: Practice wallet' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
    await expect(dialog).toContainText('Real money sent here is lost');
    const { address } = await walletOf(alcove, 'practice_wallet');
    await expect(dialog).toContainText(address);
    await dialog.getByRole('button', { name: 'Copy address' }).click();
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(address);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Receive: Practice wallet' })).toBeFocused();
  });

  test('shows recovery words after a warning, and hides them when the window loses the focus', async () => {
    const { page, app, askLocal } = given();
    await app.evaluate(({ clipboard }) => clipboard.writeText('what was there'));
    await visit(page, 'Wallet');
    const ask = page.getByRole('button', { name: 'Recovery words…' });
    const words = page.getByRole('list', { name: 'Recovery words' });
    await page.getByRole('button', { name: 'Show more: Fee wallet' }).click();
    await ask.click();
    await expect(page.getByText('Keep these words secret')).toBeVisible();
    await expect(words).toBeHidden();
    await page.getByRole('button', { name: 'Show words' }).click();
    const expected = walletMnemonic.parse(
      await (await askLocal('/local/chain/mnemonic', { method: 'POST' })).json(),
    );
    await expect(words.getByRole('listitem')).toHaveText(expected.words);
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('what was there');

    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect(words).toBeHidden();
    await page.getByRole('button', { name: 'Show words' }).click();
    await expect(words).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(words).toBeHidden();
    await expect(ask).toBeFocused();
    await ask.click();
    await expect(page.getByText('Keep these words secret')).toBeVisible();
    await expect(words).toBeHidden();
  });
});

test('explains its purpose without a chain', async ({ takeAlcove }) => {
  const { page, dashboardUrl } = await takeAlcove();
  await expect(page.getByRole('link', { name: 'Node', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Wallet' })).toHaveCount(0);
  await page.goto(`${dashboardUrl}/wallet`);
  await expect(page.getByText('Payments are off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start practice mode' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recovery words…' })).toBeHidden();
});

test('reports an unreachable chain, and can still connect a wallet app', {
  tag: '@story',
}, async ({ launchAlcove, temporaryFolder }) => {
  // Each read of the chain uses all its retries.
  const bridge = await startTestBridge();
  try {
    const settings = [
      `sign_in.wallets_file=${bridge.writeWalletsFile(temporaryFolder())}`,
      'chain.network=testnet',
      'chain.endpoint=http://127.0.0.1:9/api/v2/jsonRPC',
    ];
    const alcove = await launchAlcove({ args: settings.flatMap((setting) => ['--set', setting]) });
    const { page, app } = alcove;
    await visit(page, 'Wallet');
    await expect(page.getByText('No connection to the blockchain', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Fee wallet' })).toContainText('Unknown');

    const card = page.getByRole('region', { name: 'Your wallet app' });
    await card.getByRole('button', { name: 'Connect wallet' }).click();
    await expect(card.getByRole('img', { name: 'Code for your wallet app' })).toBeVisible();
    await card.getByRole('button', { name: 'Copy link' }).click();
    const link = () => app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(link).toContain('https://wallet');
    const wallet = new SimulatedWallet('test-wallet', testWallet(90, 'v5R1', 'testnet'));
    wallet.scan(await link(), bridge.url);
    await wallet.approve();
    await expect(card.getByRole('list', { name: 'Linked wallets' })).toContainText('v5R1');
    await expect(page.getByRole('region', { name: /^test.wallet$/i })).toContainText(
      'you confirm every payment',
    );
  } finally {
    await bridge.stop();
  }
});
