import { afterEach, beforeEach, expect, it } from 'vitest';
import { walletPage } from '../../src/features/practice/wallet-page/wallet-page.ts';
import { languageOf } from '../../src/platform/http/pages/page-language.ts';
import { WalletOfTest } from './support/wallet-of-test.ts';

let mine: WalletOfTest;
beforeEach(() => {
  mine = new WalletOfTest();
});
afterEach(() => mine.close());

const patience = { interval: 20 };
const first = async () => (await mine.wallet.view()).requests[0];

it.each([
  [1, 'before'],
  [1, 'after'],
  [2, 'before'],
  [2, 'after'],
] as const)('pays once when the process ends at write %i of a transfer, %s it', async (write, order) => {
  const app = await mine.connect();
  app.ask('1');
  const hasEnded = mine.endAt(write, order);
  mine.wallet.answer((await first())?.id ?? '', true);
  await expect.poll(hasEnded, patience).toBe(true);
  mine.restart();
  await mine.wallet.start();
  const again = await first();
  if (again) mine.wallet.answer(again.id, true);
  await expect.poll(first, patience).toBeUndefined();
  expect(mine.chain.executed).toHaveLength(1);
  mine.restart();
  await mine.wallet.start();
  expect(mine.chain.executed).toHaveLength(1);
});

it('finishes a signed transfer before its request can be rejected', async () => {
  const app = await mine.connect();
  app.ask('1');
  mine.chain.isOpen = false;
  mine.wallet.answer((await first())?.id ?? '', true);
  await expect.poll(() => mine.chain.sent.length, patience).toBeGreaterThan(0);
  mine.restart();
  mine.wallet.answer((await first())?.id ?? '', false);
  expect((await first())?.state).toBe('sending');
  mine.chain.isOpen = true;
  await mine.wallet.start();
  expect(mine.chain.executed).toHaveLength(1);
  expect(app.received().at(-1)).toMatchObject({ id: '1', result: mine.chain.executed[0] });
});

it('takes no confirmation of another request during a transfer, and shows why', async () => {
  const app = await mine.connect();
  app.ask('1');
  app.ask('2');
  mine.chain.isOpen = false;
  const [sent, other] = (await mine.wallet.view()).requests;
  mine.wallet.answer(sent?.id ?? '', true);
  await expect.poll(() => mine.chain.sent.length, patience).toBeGreaterThan(0);
  mine.wallet.answer(other?.id ?? '', true);
  const page = async () => walletPage(await mine.wallet.view(), '', languageOf('en')).text;
  expect(await page()).toMatch(/Sending….*Another payment is being sent.*value="confirm" disabled>Confirm/s);
  mine.chain.isOpen = true;
  await expect.poll(async () => (await mine.wallet.view()).requests.length, patience).toBe(1);
  expect(await page()).toContain('value="confirm">Confirm');
  mine.wallet.answer(other?.id ?? '', true);
  await expect.poll(first, patience).toBeUndefined();
  expect(mine.chain.executed).toHaveLength(2);
});
