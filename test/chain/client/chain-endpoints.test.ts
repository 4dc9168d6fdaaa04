import type { ServerResponse } from 'node:http';
import { Address } from '@ton/core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ChainClient,
  type ChainClientOptions,
  createChainClient,
} from '../../../src/features/chain/client/chain-client.ts';
import { type Zerostate, zerostates } from '../../../src/features/chain/client/chain-identity.ts';
import { divideByHost } from '../../../src/features/chain/client/endpoint-pool.ts';
import { type ToncenterProxy, toncenterProxy } from '../../support/http/toncenter-proxy.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { openTestChain } from '../embedded/open-test-chain.ts';

const address = new Address(0, Buffer.alloc(32, 3));
const message = Buffer.from('te6cckEBAQEAAgAAAEysuc0=', 'base64');
const limits = { attempts: 1, firstPauseMs: 5 };

let chain: Awaited<ReturnType<typeof openTestChain>>;
let url: string;
let one: ToncenterProxy;
let other: ToncenterProxy;
let zerostate: Zerostate;
const clients: ChainClient[] = [];

beforeAll(async () => {
  chain = await openTestChain(`${temporaryFolder()}/blocks`);
  ({ url } = await chain.serve(0));
  zerostate = (await chain.ask('getMasterchainInfo')).body.result.init as Zerostate;
});
beforeEach(async () => {
  [one, other] = [await toncenterProxy(url), await toncenterProxy(url)];
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await Promise.all([one.stop(), other.stop()]);
});
afterAll(() => chain.close());

async function connect(options: Partial<ChainClientOptions> = {}): Promise<ChainClient> {
  const endpoints = [one.url, other.url];
  const client = await createChainClient({ network: 'testnet', endpoints, zerostate, limits, ...options });
  clients.push(client);
  return client;
}

const balance = ({ ton }: ChainClient) => ton.getBalance(address);

test('reads the first state of a service once before its first use', async () => {
  const client = await connect();
  await balance(client);
  await balance(client);
  expect(one.asked).toEqual(['getMasterchainInfo', 'getAddressInformation', 'getAddressInformation']);
  expect(other.asked).toEqual([]);
});

test.each(['mainnet', 'testnet'] as const)(
  'reads nothing from a service of another chain than %s, and sends nothing to it',
  async (network) => {
    const client = await connect({ network, zerostate: zerostates[network] });
    for (const ask of [() => balance(client), () => client.ton.sendFile(message)]) {
      await expect(ask()).rejects.toMatchObject({
        ...{ code: 'chain_unavailable', text: { reason: 'chain.wrongChain' } },
      });
    }
    expect(new Set([...one.asked, ...other.asked])).toEqual(new Set(['getMasterchainInfo']));
  },
);

test('compares each part of the first state', async () => {
  for (const part of ['root_hash', 'file_hash']) {
    const client = await connect({ zerostate: { ...zerostate, [part]: zerostates.testnet.root_hash } });
    await expect(balance(client)).rejects.toMatchObject({ text: { reason: 'chain.wrongChain' } });
  }
});

test('compares the first state again after an interruption', async () => {
  const client = await connect({ endpoints: [one.url] });
  await balance(client);
  one.isDown = true;
  await expect(balance(client)).rejects.toThrow(/The connection was interrupted/);
  one.isDown = false;
  one.change = (method, result) => (method === 'getMasterchainInfo' ? { init: zerostates.testnet } : result);
  await expect(balance(client)).rejects.toMatchObject({ text: { reason: 'chain.wrongChain' } });
});

test('switches to the next service when the first one fails, and keeps it for a while', async () => {
  const client = await connect();
  one.isDown = true;
  await balance(client);
  expect(client.endpoint()).toBe(other.url);
  const before = one.asked.length;
  await balance(client);
  expect(one.asked).toHaveLength(before);
  other.isDown = true;
  one.isDown = false;
  await balance(client);
  expect(client.endpoint()).toBe(one.url);
  one.isDown = true;
  await expect(balance(client)).rejects.toThrow(/The connection was interrupted/);
});

test('sends a message to one service only', async () => {
  const client = await connect();
  await balance(client);
  one.isDown = true;
  await expect(client.ton.sendFile(message)).rejects.toThrow(/may or may not have accepted/);
  expect(other.asked).toEqual([]);
});

test('sends the API key to the first service only', async () => {
  const client = await connect({ apiKey: 'the-key' });
  one.isDown = true;
  await balance(client);
  expect(new Set(one.keys)).toEqual(new Set(['the-key']));
  expect(new Set(other.keys)).toEqual(new Set([undefined]));
});

test('takes the second answer from another service with a quorum of 2', async () => {
  const client = await connect({ quorum: 2 });
  await balance(client);
  await client.second?.getBalance(address);
  expect([one.asked, other.asked].map((asked) => asked.at(-1))).toEqual(
    Array.from({ length: 2 }, () => 'getAddressInformation'),
  );
  // Neither side ever answers for the other one.
  for (const [down, isUp] of [
    [one, other],
    [other, one],
  ] as const) {
    down.isDown = true;
    isUp.isDown = false;
    const asks = [() => balance(client), async () => client.second?.getBalance(address)];
    const outcomes = await Promise.allSettled(asks.map((ask) => ask()));
    const failed = outcomes.map(({ status }) => status === 'rejected');
    expect(failed).toEqual(down === one ? [true, false] : [false, true]);
  }
  expect((await connect()).second).toBeUndefined();
});

test('divides services in turn between two sides, and each host is on one side', () => {
  const first = (service: string) => service.charAt(0);
  expect(divideByHost(['a1', 'b1', 'c1', 'd1'], first)).toEqual([
    ['a1', 'c1'],
    ['b1', 'd1'],
  ]);
  expect(divideByHost(['a1', 'a2', 'b1', 'a3'], first)).toEqual([['a1', 'a2', 'a3'], ['b1']]);
  expect(divideByHost(['a1', 'a2'], first)).toBeUndefined();
});

test.each<[string, number, (response: ServerResponse) => void]>([
  ['without end', 60_000, (response) => void response.write('x'.repeat(3 * 1024 * 1024))],
  ['that times out', 1000, () => {}],
])('calls the next service after an answer %s', async (_what, timeoutMs, spoil) => {
  const client = await connect({ limits: { ...limits, timeoutMs } });
  await balance(client);
  one.spoil = spoil;
  await balance(client);
  expect(client.endpoint()).toBe(other.url);
});

test('requires two different services for a quorum of 2', async () => {
  await expect(connect({ quorum: 2, endpoints: [one.url, one.url] })).rejects.toThrow(/^chain\.quorum: /);
});
