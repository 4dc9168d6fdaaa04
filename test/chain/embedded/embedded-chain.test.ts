import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Address, beginCell, Cell, external, storeMessage, toNano } from '@ton/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { damageTransaction } from './damage-transaction.ts';
import { openTestChain, type TestChain } from './open-test-chain.ts';
import { testWallet } from './test-wallet.ts';

const folder = temporaryFolder();
const file = join(folder, 'chain', 'blocks');
let chain: TestChain;

beforeAll(async () => {
  chain = await openTestChain(file);
});

afterAll(async () => {
  await chain.close();
  rmSync(folder, { recursive: true });
});

const stranger = (byte: number) => new Address(0, Buffer.alloc(32, byte));

test('sends money of the faucet to any address, in any form', async () => {
  const to = stranger(1);
  await chain.faucet(to.toString({ testOnly: true, bounceable: false }), toNano(2));
  await chain.faucet(to.toRawString(), toNano(3));
  const state = await chain.ton.getContractState(to);
  expect(state.balance).toBeGreaterThan(toNano('4.999'));
  expect(state.state).toBe('uninitialized');
});

test('rejects invalid addresses and amounts out of range at the faucet', async () => {
  const to = stranger(1).toRawString();
  await expect(chain.faucet('EQx', 1n)).rejects.toMatchObject({ code: 'invalid_request' });
  for (const amount of [0n, -1n, toNano(1_000_001)]) {
    await expect(chain.faucet(to, amount)).rejects.toMatchObject({ code: 'invalid_request' });
  }
});

test('deploys a wallet with its first transfer, charges fees and reaches the expected balance', async () => {
  const wallet = testWallet(chain.ton, 'payer');
  await chain.faucet(wallet.address.toRawString(), toNano(10));
  const before = await chain.ton.getBalance(wallet.address);
  await wallet.send(stranger(2), toNano(1), 'for you');
  expect(await wallet.seqno()).toBe(1);
  expect(await chain.ton.getBalance(stranger(2))).toBeGreaterThan(toNano('0.999'));
  const left = await chain.ton.getBalance(wallet.address);
  expect(left).toBeLessThan(before - toNano(1));
  expect(left).toBeGreaterThan(before - toNano('1.02'));
});

test('rejects the same message a second time without a block', async () => {
  const wallet = testWallet(chain.ton, 'twice');
  await chain.faucet(wallet.address.toRawString(), toNano(10));
  await wallet.send(stranger(3), toNano(1));
  const transfer = wallet.transfer(1, stranger(3), toNano(1));
  await wallet.sendTransfer(transfer);
  const { latestSeqno } = await chain.ton.getMasterchainInfo();
  await expect(wallet.sendTransfer(transfer)).rejects.toThrow(/cannot apply external message.*exitcode=133/);
  expect((await chain.ton.getMasterchainInfo()).latestSeqno).toBe(latestSeqno);
  expect(await chain.ton.getBalance(stranger(3))).toBeLessThan(toNano('2.0001'));
});

test('rejects a message that would crash the virtual machine, and accepts the next one', async () => {
  let body = Cell.EMPTY;
  for (let depth = 0; depth < 400; depth++) body = beginCell().storeRef(body).endCell();
  const deep = beginCell()
    .store(storeMessage(external({ to: stranger(7), body })))
    .endCell();
  await expect(chain.ton.sendFile(deep.toBoc())).rejects.toThrow(/cells deep/);
  await chain.faucet(stranger(7).toRawString(), toNano(1));
  expect((await chain.ton.getContractState(stranger(7))).balance).toBeGreaterThan(toNano('0.999'));
});

test('pushes blocks, each once, in order', async () => {
  const heard: number[] = [];
  const { latestSeqno } = await chain.ton.getMasterchainInfo();
  const stop = chain.onBlock((seqno) => heard.push(seqno));
  await chain.faucet(stranger(4).toRawString(), 1n);
  await chain.faucet(stranger(4).toRawString(), 1n);
  stop();
  await chain.faucet(stranger(4).toRawString(), 1n);
  expect(heard).toEqual([latestSeqno + 1, latestSeqno + 2]);
});

test('keeps the order of fifty concurrent messages, and runs get-methods meanwhile', async () => {
  const wallet = testWallet(chain.ton, 'busy');
  await chain.faucet(wallet.address.toRawString(), toNano(100));
  await wallet.send(stranger(5), toNano('0.01'));
  const sending = Array.from({ length: 50 }, (_, index) =>
    wallet.sendTransfer(wallet.transfer(index + 1, stranger(5), toNano('0.01'), `number ${index + 1}`)),
  );
  const seen: number[] = [];
  let done = false;
  const watching = (async () => {
    while (!done) seen.push(await wallet.seqno());
  })();
  await Promise.all(sending);
  done = true;
  await watching;
  expect(await wallet.seqno()).toBe(51);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(seen).size).toBeGreaterThan(1);
  const transactions = await chain.ton.getTransactions(stranger(5), { limit: 50 });
  const texts = transactions.map(({ inMessage }) => inMessage?.body.beginParse().skip(32).loadStringTail());
  expect(texts).toEqual(Array.from({ length: 50 }, (_, index) => `number ${50 - index}`));
});

test('loses nothing when it is reopened', async () => {
  const wallet = testWallet(chain.ton, 'again');
  await chain.faucet(wallet.address.toRawString(), toNano(10));
  await wallet.send(stranger(6), toNano(1), 'once');
  const before = await everything(wallet.address);
  await chain.close();
  chain = await openTestChain(file);
  expect(await everything(wallet.address)).toEqual(before);
  await testWallet(chain.ton, 'again').send(stranger(6), toNano(1), 'twice');
  expect(await testWallet(chain.ton, 'again').seqno()).toBe(2);
});

async function everything(address: Address) {
  const { latestSeqno } = await chain.ton.getMasterchainInfo();
  const { body: state } = await chain.ask('getAddressInformation', { address: address.toString() });
  const { body: transactions } = await chain.ask('getTransactions', { address: address.toString() });
  const { sync_utime: _now, ...rest } = state.result;
  return { latestSeqno, state: rest, transactions };
}

test('fails with chain_unavailable after close', async () => {
  const other = await openTestChain(join(folder, 'short', 'blocks'));
  await other.close();
  await expect(other.faucet(stranger(1).toRawString(), 1n)).rejects.toMatchObject({
    code: 'chain_unavailable',
  });
  await expect(other.ton.getMasterchainInfo()).rejects.toMatchObject({ code: 'chain_unavailable' });
});

test('fails with chain_unavailable for an unreadable journal, and does not change it', async () => {
  const damaged = join(folder, 'damaged', 'blocks');
  const other = await openTestChain(damaged);
  for (let block = 0; block < 3; block++) await other.faucet(stranger(1).toRawString(), 1n);
  await other.close();
  const bytes = damageTransaction(readFileSync(damaged));
  writeFileSync(damaged, bytes);
  await expect(openTestChain(damaged)).rejects.toMatchObject({
    code: 'chain_unavailable',
    message: expect.stringMatching(/damaged in block \d.*Nothing was changed.*move its folder/),
  });
  expect(readFileSync(damaged).equals(bytes)).toBe(true);
});
