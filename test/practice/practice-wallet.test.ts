import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { forkPracticeNode } from '../../src/cli/fork-practice-node.ts';
import type { SignInState, WalletConnection } from '../../src/contract/dashboard-api/auth.ts';
import type { Order, OrderPage } from '../../src/contract/dashboard-api/orders.ts';
import { PracticePeople, patience } from '../support/node/practice-people.ts';
import { longIt } from '../support/random-runs.ts';
import { walletPageOf } from '../support/wallets/wallet-page.ts';

const people = new PracticePeople();
afterEach(() => people.stop());

const GRAM = 1_000_000_000n;

/** Starts practice mode, and opens the page of its wallet app. */
async function practise(options: Parameters<typeof people.add>[0] = {}) {
  const user = await people.add(options);
  await user.post('/local/practice', {});
  await user.hasMarket();
  const signIn = () => user.get<SignInState>('/local/sign-in');
  await expect.poll(async () => (await signIn()).wallet_apps[0]?.app_name, patience).toBe('alcove-practice');
  const pageUrl = (await signIn()).wallet_apps[0]?.page_url ?? '';
  const connection = async () => (await signIn()).connection;
  return { user, signIn, connection, pageUrl, page: walletPageOf(pageUrl) };
}

longIt('connects, sells and rejects with the wallet app of practice mode, on its page only', async () => {
  const { user, connection, pageUrl, page } = await practise();
  expect(await page.read()).toContain('No requests');
  const { connection_link } = await user.post<WalletConnection>('/local/sign-in/connection', {}, 201);
  expect(connection_link.startsWith(pageUrl)).toBe(true);
  const link = await (await fetch(connection_link, { method: 'POST' })).text();
  expect(link.startsWith(`${page.origin}/open/`)).toBe(true);
  expect(link).not.toContain(new URL(pageUrl).pathname);
  const opened = await page.open(link);
  expect([opened.url, await opened.text()]).toEqual([pageUrl, expect.stringContaining('Connect to ')]);
  expect((await page.open(link)).status).toBe(404);
  expect(await connection()).toMatchObject({ state: 'pending' });
  expect((await page.answer('confirm')).status).toBe(303);
  await expect.poll(connection, patience).toMatchObject({ state: 'connected' });
  await expect.poll(() => user.balanceOf('wallet'), patience).toBe(100n * GRAM);

  const upload = await user.node.askLocal('/local/content', { method: 'POST', body: 'A song.' });
  const { content } = (await upload.json()) as { content: { content_id: string } };
  const request = {
    ...{ kind: 'register', content_id: content.content_id, title: 'A song', price: String(GRAM) },
    ...{ resale_price: '0', allow_resale: false, downloadable: true, royalties: [], pay_with: 'wallet' },
  };
  const stateOf = async ({ query_id: id }: Order) =>
    (await user.get<OrderPage>('/local/orders')).items.find(({ query_id }) => query_id === id);
  const rejected = await user.post<Order>('/local/orders', request);
  await expect.poll(page.read, patience).toContain('Start selling');
  await page.answer('reject');
  await expect.poll(async () => (await stateOf(rejected))?.is_unsent, patience).toBe(true);
  expect(await user.balanceOf('wallet')).toBe(100n * GRAM);

  const order = await user.post<Order>('/local/orders', request);
  await expect.poll(page.read, patience).toContain('Start selling');
  expect(await page.read()).toContain(`${Number(order.amount) / Number(GRAM)} GRAM`);
  await page.answer('confirm');
  expect(await user.confirmed(order)).toMatchObject({ pay_with: 'wallet' });
  expect(await user.balanceOf('service_wallet')).toBe(0n);
  const folder = join(user.node.dataDir, 'practice', 'practice-wallets');
  expect(statSync(join(folder, 'user.json')).mode & 0o777).toBe(0o600);

  await user.node.askLocal('/local/practice', { method: 'DELETE' });
  expect(
    (await user.get<SignInState>('/local/sign-in')).wallet_apps.map(({ app_name }) => app_name),
  ).not.toContain('alcove-practice');
  expect(await connection()).toBeNull();
});

it('shows its page to those who know the address, and takes answers from this page only', async () => {
  const { user, connection, pageUrl, page } = await practise();
  const { connection_link } = await user.post<WalletConnection>('/local/sign-in/connection', {}, 201);
  await page.open(connection_link);
  const statusOf = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { headers })).status;

  expect(await statusOf(page.origin)).toBe(404);
  expect(await statusOf(`${page.origin}/${'A'.repeat(43)}/`)).toBe(404);
  expect(await statusOf(pageUrl, { 'Sec-Fetch-Dest': 'iframe' })).toBe(403);
  expect(await statusOf(`${pageUrl}state`, { 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  const shown = await fetch(pageUrl);
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(shown.headers.get('access-control-allow-origin')).toBeNull();
  for (const Origin of ['https://page.example', 'null', 'http://localhost:1']) {
    expect((await page.answer('confirm', { Origin })).status).toBe(403);
  }
  expect((await page.answer('confirm', {})).status).toBe(403);
  const bridge = `${page.origin}/bridge/message?client_id=${'a'.repeat(64)}&to=${'b'.repeat(64)}&ttl=300`;
  const post = (headers: Record<string, string>, body: string) =>
    fetch(bridge, { method: 'POST', body, headers });
  expect((await post({ Origin: 'https://page.example' }, 'AAAA')).status).toBe(403);
  expect((await post({}, 'A'.repeat(65 * 1024))).status).toBe(400);
  expect((await post({}, 'AAAA')).status).toBe(200);
  expect(await connection()).toMatchObject({ state: 'pending' });
});

longIt('keeps its connections when it cannot start once', async () => {
  const chains: Awaited<ReturnType<typeof forkPracticeNode>>['chain'][] = [];
  const { user, connection, page } = await practise({
    practiceLauncher: async (options) => {
      const node = await forkPracticeNode({ ...options, people: false });
      const isSecond = chains.length === 1;
      const chain = node.chain.then(({ wallet, ...rest }) => (isSecond ? rest : { wallet, ...rest }));
      chains.push(chain);
      return { ...node, chain };
    },
  });
  const { connection_link } = await user.post<WalletConnection>('/local/sign-in/connection', {}, 201);
  await page.open(connection_link);
  await page.answer('confirm');
  await expect.poll(connection, patience).toMatchObject({ state: 'connected' });
  process.kill(Number(readFileSync(join(user.node.dataDir, 'practice', 'alcove.pid'), 'utf8')), 'SIGKILL');
  await expect.poll(() => chains.length, patience).toBe(2);
  await chains[1];
  expect(await connection()).toMatchObject({ state: 'connected' });
});
