import { Address } from '@ton/core';
import { expect, test } from 'vitest';
import { globalIds } from '../../../src/core/ton/global-ids.ts';
import { SimulatedWallet } from '../../support/wallets/simulated-wallet.ts';
import { alice, bob, startTonConnect, type TestTonConnect } from './test-ton-connect.ts';

const boc = 'te6cckEBAQEAAgAAAEysuc0=';
/** Any contract; SDKs accept addresses of messages in their bounceable form only. */
const destination = Address.parse(`0:${'ab'.repeat(32)}`).toString();

async function connected(tonConnect: TestTonConnect): Promise<SimulatedWallet> {
  const wallet = new SimulatedWallet();
  wallet.scan(await tonConnect.link(alice), tonConnect.bridge.url);
  await wallet.approve();
  await tonConnect.until(alice, ({ state }) => state === 'connected');
  return wallet;
}

const transactionOf = (wallet: SimulatedWallet, seconds = 300) => ({
  validUntil: Math.floor(Date.now() / 1000) + seconds,
  network: String(globalIds.embedded),
  from: wallet.address.toRawString(),
  messages: [{ address: destination, amount: '1060000000', payload: boc }],
});

test('sends a wallet a message for its own address and network, and returns the reply', async () => {
  const tonConnect = await startTonConnect();
  const wallet = await connected(tonConnect);
  const transaction = transactionOf(wallet);
  const reply = tonConnect.service.ask(alice, transaction);
  const request = await wallet.nextRequest();
  expect(request.method).toBe('sendTransaction');
  expect(JSON.parse(request.params[0] ?? '')).toMatchObject({
    network: String(globalIds.embedded),
    from: wallet.address.toRawString(),
    valid_until: transaction.validUntil,
    messages: transaction.messages,
  });
  await wallet.confirm(request, boc);
  expect(await reply).toBe('signed');
});

test('treats a refusal as final, and allows another request', async () => {
  const tonConnect = await startTonConnect();
  const wallet = await connected(tonConnect);
  const reply = tonConnect.service.ask(alice, transactionOf(wallet));
  await wallet.reject(await wallet.nextRequest());
  expect(await reply).toBe('declined');
});

test('returns the reply of a wallet after a restart, too', async () => {
  const tonConnect = await startTonConnect();
  const wallet = await connected(tonConnect);
  await tonConnect.restart();
  await tonConnect.bridge.streamsAre(1);
  const reply = tonConnect.service.ask(alice, transactionOf(wallet));
  const request = await wallet.nextRequest();
  await wallet.confirm(request, boc);
  expect(await reply).toBe('signed');
});

test('reports that the wallet was not asked when the bridge accepts nothing', async () => {
  const tonConnect = await startTonConnect();
  const wallet = await connected(tonConnect);
  tonConnect.bridge.intercept = (request, response) =>
    request.method === 'POST' && Boolean(response.writeHead(500).end());
  expect(await tonConnect.service.ask(alice, transactionOf(wallet, 5))).toBe('undelivered');
});

test('assumes a possible signature of a wallet that times out or is disconnected', async () => {
  const tonConnect = await startTonConnect();
  const wallet = await connected(tonConnect);
  expect(await tonConnect.service.ask(alice, transactionOf(wallet, 2))).toBe('unanswered');
  const reply = tonConnect.service.ask(alice, transactionOf(wallet));
  await tonConnect.service.endConnection(alice);
  expect(await reply).toBe('unanswered');
});

test('does not ask a wallet of another network', async () => {
  const tonConnect = await startTonConnect();
  const wallet = await connected(tonConnect);
  expect(await tonConnect.service.ask(alice, { ...transactionOf(wallet), network: '-239' })).toBe(
    'wrong_network',
  );
});

test('asks only the connected wallet', async () => {
  const tonConnect = await startTonConnect();
  const wallet = await connected(tonConnect);
  expect(tonConnect.service.ask(bob, transactionOf(wallet))).toBeUndefined();
  expect(tonConnect.service.ask(alice, transactionOf(new SimulatedWallet()))).toBeUndefined();
});
