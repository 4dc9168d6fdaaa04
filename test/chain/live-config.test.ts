import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Address, Cell, internal, toNano } from '@ton/core';
import { configParse18, configParseGasLimitsPrices, configParseMsgPrices } from '@ton/ton';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileTelegramWallet } from '../../scripts/lib/contract-compiler.mjs';
import { globalIds } from '../../src/core/ton/global-ids.ts';
import telegramCode from '../../src/features/chain/embedded/config/telegram-wallet.json' with {
  type: 'json',
};
import { EmbeddedChain } from '../../src/features/chain/embedded/embedded-chain.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { keysOf, telegramWallet, trampolineCode } from '../support/wallets/telegram-wallet.ts';
import { openTestChain, type TestChain } from './embedded/open-test-chain.ts';
import { testWallet } from './embedded/test-wallet.ts';

const folder = temporaryFolder();
let chain: TestChain;

beforeAll(async () => {
  chain = await openTestChain(join(folder, 'chain', 'blocks'));
});

afterAll(async () => {
  await chain.close();
  rmSync(folder, { recursive: true });
});

const stranger = (byte: number) => new Address(0, Buffer.alloc(32, byte));
const pay = (byte: number, amount: number) =>
  internal({ to: stranger(byte), value: toNano(amount), bounce: false });
const parameter = async (number: number) => {
  const { body } = await chain.ask('getConfigParam', { config_id: number });
  return Cell.fromBase64(body.result.config.bytes);
};

test('matches the prices and the global id of the main network', async () => {
  const storage = configParse18((await parameter(18)).beginParse());
  expect(storage.at(-1)).toMatchObject({ bit_price_ps: 0n, cell_price_ps: 135n });
  const gas = configParseGasLimitsPrices((await parameter(21)).beginParse());
  expect(gas).toMatchObject({ flatLimit: 100n, flatGasPrice: 6667n, other: { gasPrice: 4_369_067n } });
  const forward = configParseMsgPrices((await parameter(25)).beginParse());
  expect(forward).toMatchObject({ lumpPrice: 66_667n, bitPrice: 4_369_067n, cellPrice: 436_906_667n });
  const globalId = (await parameter(19)).beginParse().loadInt(32);
  expect(globalId).toBe(globalIds.embedded);
  expect([globalIds.mainnet, globalIds.testnet]).not.toContain(globalId);
  expect((await parameter(8)).beginParse().skip(8).loadUint(32)).toBe(12);
  const { status, body } = await chain.ask('getConfigParam', { config_id: 9999 });
  expect([status, body.ok]).toEqual([404, false]);
});

test('charges the fees of the main network for a transfer', async () => {
  const wallet = testWallet(chain.ton, 'thrifty');
  await chain.faucet(wallet.address.toRawString(), toNano(1));
  await wallet.send(stranger(1), toNano('0.1'));
  const [sent] = await chain.ton.getTransactions(wallet.address, { limit: 1 });
  const { description } = sent ?? {};
  const phase = description?.type === 'generic' ? description.computePhase : undefined;
  if (phase?.type !== 'vm') throw new Error('The wallet did not run.');
  expect(phase.gasFees).toBe(6667n + ((phase.gasUsed - 100n) * 4_369_067n + 65_535n) / 65_536n);
  // A message without a body: the lump price only.
  expect([...(sent?.outMessages.values() ?? [])].map(({ info }) => info)).toMatchObject([
    { forwardFee: 44_446n },
  ]);
});

test('the code of Telegram’s wallet matches its compiled source; otherwise run `npm run contracts`', async () => {
  expect(await compileTelegramWallet()).toEqual(telegramCode);
});

test('Telegram’s wallet is deployed, sends one and many messages, and changes its key', async () => {
  expect(trampolineCode.hash().toString('hex')).toBe(
    '9149ae51c1e4689710cebf7830297b16acfbadb363a920a537893e7ffeeca768',
  );
  const wallet = telegramWallet(1);
  const ask = async (method: string) => (await chain.ton.runMethod(wallet.at, method)).stack.readBigNumber();
  await chain.faucet(wallet.address, toNano(10));
  await chain.ton.sendMessage(wallet.send(0, pay(2, 1)));
  await chain.ton.sendMessage(wallet.sendBoth(1, pay(3, 1), pay(4, 1)));
  for (const byte of [2, 3, 4]) {
    expect(await chain.ton.getBalance(stranger(byte))).toBeGreaterThan(toNano('0.99'));
  }
  await chain.ton.sendMessage(wallet.changeKey(2, keysOf(1), keysOf(2)));
  expect(await ask('get_public_key')).toBe(BigInt(`0x${keysOf(2).publicKey.toString('hex')}`));
  expect([await ask('revision'), await ask('seqno')]).toEqual([0n, 3n]);
  const refused = chain.ton.sendMessage(wallet.send(3, pay(2, 1), keysOf(1)));
  await expect(refused).rejects.toThrow('exitcode=35');
  await chain.ton.sendMessage(wallet.send(3, pay(2, 1), keysOf(2)));
  expect(await chain.ton.getBalance(stranger(2))).toBeGreaterThan(toNano('1.99'));
});

test('Telegram’s wallet accepts a plain payment, and one with a long comment', async () => {
  const wallet = telegramWallet(3);
  await chain.faucet(wallet.address, toNano(1));
  await chain.ton.sendMessage(wallet.send(0, pay(5, 0.1)));
  const payer = testWallet(chain.ton, 'payer of a Telegram wallet');
  await chain.faucet(payer.address.toRawString(), toNano(10));
  await payer.send(wallet.at, toNano(1));
  await payer.send(wallet.at, toNano(1), 'a comment that is longer than a signature '.repeat(3));
  expect(await chain.ton.getBalance(wallet.at)).toBeGreaterThan(toNano('2.8'));
});

test('a chain of an earlier version keeps its configuration', async () => {
  const former = new URL('../vectors/embedded-chain-v1.json', import.meta.url);
  const file = join(folder, 'former');
  const { journal } = JSON.parse(readFileSync(former, 'utf8'));
  writeFileSync(file, Buffer.from(journal, 'base64'));
  const globalIdOf = (embedded: EmbeddedChain) => embedded.configParameter(19)?.beginParse().loadInt(32);
  const opened = new EmbeddedChain({ file, clock: Date.now });
  expect(globalIdOf(opened)).toBe(-239);
  await opened.close();
  const copy = join(folder, 'copy');
  copyFileSync(join(folder, 'chain', 'blocks'), copy);
  const ofToday = new EmbeddedChain({ file: copy, clock: Date.now });
  expect(globalIdOf(ofToday)).toBe(globalIds.embedded);
  await ofToday.close();
});
