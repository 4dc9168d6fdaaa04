import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beginCell, Cell } from '@ton/core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChainState } from '../../src/contract/dashboard-api/chain.ts';
import type { MarketPage } from '../../src/contract/dashboard-api/market.ts';
import type { OrderPage } from '../../src/contract/dashboard-api/orders.ts';
import type { SettingsInput } from '../../src/contract/settings.ts';
import type { PracticeChain } from '../../src/contract/shell/practice-process.ts';
import { zerostates } from '../../src/features/chain/client/chain-identity.ts';
import { type ToncenterProxy, toncenterProxy } from '../support/http/toncenter-proxy.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { someCases } from '../support/random-runs.ts';
import { keysOf, telegramWallet } from '../support/wallets/telegram-wallet.ts';
import { provingWallet } from '../support/wallets/test-wallet.ts';

const patience = { timeout: 120_000, interval: 100 };

/** Uses the chain and sells there. */
let seller: TestNode;
let shared: PracticeChain;
/** Two services of that chain, which claim to be of the test network. */
let one: ToncenterProxy;
let other: ToncenterProxy;
let node: TestNode | undefined;
beforeAll(async () => {
  seller = await startTestNode({ settings: { chain: { network: 'embedded' } } });
  shared = await seller.node.shareChain();
});
beforeEach(async () => {
  [one, other] = [await toncenterProxy(shared.endpoint), await toncenterProxy(shared.endpoint)];
  for (const proxy of [one, other]) proxy.change = pretend;
});
afterEach(async () => {
  await node?.stop();
  node = undefined;
  await Promise.all([one.stop(), other.stop()]);
});

afterAll(() => seller.stop());

/** A node cannot detect this: services can return any hashes. */
function pretend(method: string, result: unknown): unknown {
  return method === 'getMasterchainInfo' ? { ...(result as object), init: zerostates.testnet } : result;
}

async function follow(quorum: 1 | 2, sign_in: SettingsInput['sign_in'] = {}): Promise<void> {
  const chain = { network: 'testnet', master_address: shared.platform, quorum } as const;
  const urls = quorum === 2 ? { endpoint: one.url, endpoints: [other.url] } : { endpoint: one.url };
  node = await startTestNode({ settings: { sign_in, chain: { ...chain, ...urls } } });
}

const get = async <T>(path: string): Promise<T> => (await (await node?.askLocal(path))?.json()) as T;
const chainState = () => get<ChainState>('/local/chain');
const reason = async () => (await chainState()).message?.reason;
const newest = async () => (await get<MarketPage>('/local/market')).items[0]?.title;

/** Offers a text for free. */
async function publish(title: string): Promise<void> {
  const upload = await seller.ask('/api/v1/storage', {
    method: 'POST',
    body: title,
    headers: { Authorization: await seller.token('storage:write') },
  });
  const { content_id } = (await upload.json()) as { content_id: string };
  const order = {
    ...{ kind: 'register', pay_with: 'practice_wallet', content_id, title, description: '', authors: [] },
    ...{
      hashtags: [],
      price: '0',
      resale_price: '0',
      allow_resale: false,
      downloadable: true,
      royalties: [],
    },
  };
  const placed = await seller.askLocal('/local/orders', { method: 'POST', ...json(order) });
  expect(placed.ok, await placed.clone().text()).toBe(true);
  const isConfirmed = async () =>
    ((await (await seller.askLocal('/local/orders')).json()) as OrderPage).items.every(
      ({ state }) => state === 'confirmed',
    );
  await expect.poll(isConfirmed, patience).toBe(true);
}

it('sends nothing more to a service of another chain, and shows the reason', async () => {
  one.change = (_, result) => result;
  await follow(1);
  await expect.poll(reason, patience).toBe('chain.wrongChain');
  const order = {
    ...{ kind: 'withdraw', pay_with: 'service_wallet', to: shared.platform, amount: '1', comment: '' },
  };
  const refused = await node?.askLocal('/local/orders', { method: 'POST', ...json(order) });
  expect(refused?.status).toBe(503);
  expect(new Set(one.asked)).toEqual(new Set(['getMasterchainInfo']));
  expect(await newest()).toBeUndefined();
});

/** Transactions whose messages are a dictionary of shared cells, which no program can list in finite time. */
function bomb(data: string): string {
  const root = Cell.fromBase64(data);
  let messages = Cell.EMPTY;
  for (let level = 0; level < 60; level += 1) {
    messages = beginCell().storeUint(0, 2).storeRef(messages).storeRef(messages).endCell();
  }
  const [, ...others] = root.refs;
  const inner = beginCell().storeUint(0b01, 2).storeRef(messages).endCell();
  const changed = beginCell().storeBits(root.bits).storeRef(inner);
  for (const ref of others) changed.storeRef(ref);
  return changed.endCell().toBoc().toString('base64');
}

interface Sent {
  data: string;
}

const lies: [string, (transactions: Sent[]) => unknown][] = [
  [
    'transactions that nobody can read to the end',
    (all) => all.map((transaction) => ({ ...transaction, data: bomb(transaction.data) })),
  ],
  ['transactions in another order', (all) => [...all].reverse()],
  ['the same transaction again and again', (all) => all.map(() => all[0])],
  ['very many empty lists', () => Array.from({ length: 90_000 }, () => [])],
  ['none', () => []],
];

it.each(someCases(lies))(
  'continues with a service that sends %s, and applies nothing of it',
  async (what, change) => {
    await follow(1);
    await publish(`Before ${what}`);
    await expect.poll(newest, patience).toBe(`Before ${what}`);
    const { height } = await chainState();
    let falsified = 0;
    one.change = (method, result) => {
      if (method !== 'getTransactions') return pretend(method, result);
      falsified += 1;
      return change(result as Sent[]);
    };
    await publish(`After ${what}`);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    await expect.poll(async () => falsified > 0 && (await chainState()).state, patience).toBe('unavailable');
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(5000);
    expect(await newest()).toBe(`Before ${what}`);
    expect((await chainState()).height).toBe(height);
    one.change = pretend;
    await expect.poll(newest, patience).toBe(`After ${what}`);
  },
  120_000,
);

it('trusts neither of two services that disagree, and orders nothing until they agree', async () => {
  await follow(2);
  await publish('Agreed');
  await expect.poll(newest, patience).toBe('Agreed');
  other.change = (method, result) => {
    if (method !== 'getAddressInformation') return pretend(method, result);
    const state = result as { last_transaction_id: object };
    const hash = Buffer.alloc(32, 7).toString('base64');
    return { ...state, last_transaction_id: { ...state.last_transaction_id, hash } };
  };
  await expect.poll(reason, patience).toBe('chain.servicesDisagree');
  await publish('Not agreed yet');
  const order = {
    kind: 'purchase',
    pay_with: 'service_wallet',
    content_address: shared.platform,
    licence: 'listen',
  };
  const refused = await node?.askLocal('/local/orders', { method: 'POST', ...json(order) });
  expect(refused?.status).toBe(503);
  expect(await refused?.json()).toMatchObject({ reason: 'chain.servicesDisagree' });
  expect(await newest()).toBe('Agreed');
  other.change = pretend;
  await expect.poll(newest, patience).toBe('Not agreed yet');
});

it('lets nobody sign in with a wallet on whose state two services differ', async () => {
  await follow(2, { who: 'anyone', domains: ['app.example'] });
  const wallet = provingWallet(telegramWallet(71).init, keysOf(71), 'testnet');
  const signIn = async () => {
    const ask = (body: object) => node?.ask('/api/v1/auth.twa', { method: 'POST', ...json(body) });
    const { auth_v1_token: challenge } = (await (await ask({}))?.json()) as { auth_v1_token: string };
    const response = await ask({ ton_proof: wallet.prove('app.example', challenge) });
    return (await response?.json()) as object;
  };
  await expect.poll(signIn, patience).toHaveProperty('connected_wallet.version', 'Telegram');
  other.change = (method, result) =>
    method === 'getAddressInformation' ? { ...(result as object), state: 'frozen' } : pretend(method, result);
  expect(await signIn()).toMatchObject({ code: 'chain_unavailable', reason: 'chain.servicesDisagree' });
});
