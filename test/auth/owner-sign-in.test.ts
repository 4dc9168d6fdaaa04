import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUsers, signInState, walletConnection } from '../../src/contract/dashboard-api/auth.ts';
import { signedIn } from '../../src/contract/node-api/auth.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { SimulatedWallet } from '../support/wallets/simulated-wallet.ts';
import { telegramInitData } from '../support/wallets/telegram-init-data.ts';
import { testWallet } from '../support/wallets/test-wallet.ts';
import { startTestBridge, type TestBridge } from '../support/wallets/ton-connect-bridge.ts';

/** The owner connects a wallet in the dashboard; from then on it signs in to web apps as the owner. */

let bridge: TestBridge;
let alcove: TestNode;
const wallet = new SimulatedWallet();
const domain = 'app.example';

beforeAll(async () => {
  bridge = await startTestBridge();
  const wallets_file = bridge.writeWalletsFile(temporaryFolder());
  alcove = await startTestNode({ settings: { sign_in: { wallets_file, domains: [domain] } } });
});
afterAll(async () => {
  await alcove?.stop();
  await bridge?.stop();
});

const state = async () => signInState.parse(await (await alcove.askLocal('/local/sign-in')).json());

/** Polls on each event of the node about sign-in. */
async function untilConnection(expected: string): Promise<void> {
  while ((await state()).connection?.state !== expected) await new Promise((wake) => setTimeout(wake, 20));
}

async function connect(): Promise<string> {
  const response = await alcove.askLocal('/local/sign-in/connection', { method: 'POST', ...jsonLocal({}) });
  expect(response.status).toBe(201);
  return walletConnection.parse(await response.json()).connection_link;
}

const jsonLocal = (value: unknown) => {
  const { body, headers } = json(value);
  return { body, headers };
};

const signIn = async (body: unknown) => {
  const response = await alcove.ask('/api/v1/auth.twa', { method: 'POST', ...json(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** Signs in by wallet alone, as a web app of the owner does. */
async function signInWith(who: { prove: (payload: string) => unknown }) {
  const { body } = await signIn({});
  return signIn({ ton_proof: who.prove(body.auth_v1_token as string) });
}

it('shows who may sign in, that no owner is known yet, and that wallets cannot reach this node’s manifest', async () => {
  expect(await state()).toMatchObject({
    who: 'owner',
    owner: { wallets: [], telegram: null },
    connection: null,
    manifest: { url: `${alcove.node.nodeUrl}/api/tonconnect-manifest.json`, reachable: false },
    telegram: 'off',
    domains: [domain],
  });
  const stranger = testWallet(3);
  expect(await signInWith({ prove: (payload) => stranger.prove(domain, payload) })).toMatchObject({
    status: 403,
    body: { code: 'sign_in_not_allowed', detail: expect.stringContaining('dashboard') },
  });
});

it('makes the first connected wallet the owner’s, which then signs in, and refuses another one', async () => {
  wallet.scan(await connect(), bridge.url);
  expect((await state()).connection).toMatchObject({ state: 'pending', wallet_app_name: 'test-wallet' });
  await wallet.approve();
  await untilConnection('connected');
  const { owner, connection } = await state();
  expect(connection?.features).toEqual({ max_messages: 4, signs_data: false });
  expect(owner.wallets).toEqual([
    expect.objectContaining({ address: wallet.address.toString({ bounceable: false }), version: 'v5R1' }),
  ]);

  const ownerAnswer = await signInWith({ prove: (payload) => wallet.prove(domain, payload) });
  expect(ownerAnswer).toMatchObject({ status: 200, body: { user: { id: 'owner', is_owner: true } } });
  const stranger = testWallet(3);
  expect(await signInWith({ prove: (payload) => stranger.prove(domain, payload) })).toMatchObject({
    status: 403,
    body: { code: 'sign_in_not_allowed' },
  });
  const { users, total } = getUsers.responses[200].schema.parse(
    await (await alcove.askLocal('/local/users')).json(),
  );
  expect([users, total]).toEqual([[], 0]);
});

it('reports why a wallet did not connect, and allows another attempt', async () => {
  wallet.scan(await connect(), bridge.url);
  await wallet.decline();
  await untilConnection('failed');
  expect((await state()).connection?.message?.reason).toBe('auth.connectDeclined');
  await connect();
  expect((await state()).connection).toMatchObject({ state: 'pending', message: null });
  expect((await alcove.askLocal('/local/sign-in/connection', { method: 'DELETE' })).status).toBe(200);
  expect((await state()).connection).toBeNull();
});

it('removes a wallet permanently: its sessions end, and a new proof creates another user', async () => {
  const { body } = await signInWith({ prove: (payload) => wallet.prove(domain, payload) });
  const account = () =>
    alcove.ask('/api/v1/account', { headers: { Authorization: body.auth_v1_token as string } });
  expect((await account()).status).toBe(200);
  const address = wallet.address.toString({ bounceable: false });
  const forget = () =>
    alcove.askLocal(`/local/sign-in/owner-wallet?address=${address}`, { method: 'DELETE' });
  expect((await forget()).status).toBe(200);
  expect((await account()).status).toBe(401);
  expect(await signInWith({ prove: (payload) => wallet.prove(domain, payload) })).toMatchObject({
    status: 403,
    body: { code: 'sign_in_not_allowed' },
  });
  expect(await (await forget()).json()).toMatchObject({ status: 404, code: 'wallet_not_linked' });
});

it('removes the Telegram account of the owner', async () => {
  const bot = '42:a-token-of-a-bot';
  const wallets_file = bridge.writeWalletsFile(temporaryFolder());
  const node = await startTestNode({
    settings: { sign_in: { wallets_file, domains: [domain], telegram_bot_token: bot } },
  });
  try {
    const telegram = async () =>
      signInState.parse(await (await node.askLocal('/local/sign-in')).json()).owner.telegram;
    const signInWithTelegram = async (body: unknown) =>
      signedIn.parse(await (await node.ask('/api/v1/auth.twa', { method: 'POST', ...json(body) })).json());
    const own = new SimulatedWallet();
    const link = await node.askLocal('/local/sign-in/connection', { method: 'POST', ...json({}) });
    own.scan(walletConnection.parse(await link.json()).connection_link, bridge.url);
    await own.approve();
    const twa_data = telegramInitData(bot, { id: 7, first_name: 'Ada', username: 'ada' });
    for (;;) {
      const { auth_v1_token: payload } = await signInWithTelegram({ twa_data });
      const body = json({ twa_data, ton_proof: own.prove(domain, payload) });
      if ((await node.ask('/api/v1/auth.twa', { method: 'POST', ...body })).status === 200) break;
      await new Promise((wake) => setTimeout(wake, 20));
    }
    expect(await telegram()).toBe('ada');
    expect((await signInWithTelegram({ twa_data })).user).toMatchObject({ id: 'owner' });
    expect((await node.askLocal('/local/sign-in/owner-telegram', { method: 'DELETE' })).status).toBe(200);
    expect(await telegram()).toBeNull();
    expect((await signInWithTelegram({ twa_data })).user).toBeNull();
  } finally {
    await node.stop();
  }
});

it('lists users who signed in on a node for anyone, and signs them out everywhere', async () => {
  const open = await startTestNode({ settings: { sign_in: { who: 'anyone', domains: [domain] } } });
  try {
    const ask = async (body: unknown) =>
      (await (await open.ask('/api/v1/auth.twa', { method: 'POST', ...json(body) })).json()) as {
        auth_v1_token: string;
        user: { id: string };
      };
    const tokens: string[] = [];
    for (const seed of [1, 2, 3]) {
      const { auth_v1_token } = await ask({});
      const { auth_v1_token: token } = await ask({
        ton_proof: testWallet(seed).prove(domain, auth_v1_token),
      });
      tokens.push(token);
    }
    const page = async (query: string) =>
      getUsers.responses[200].schema.parse(await (await open.askLocal(`/local/users?${query}`)).json());
    const first = await page('limit=2');
    expect(first.total).toBe(3);
    const second = await page(`limit=2&cursor=${first.next_cursor}`);
    const all = [...first.users, ...second.users];
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    expect(all.every(({ sessions, quota_bytes }) => sessions === 1 && quota_bytes === 1024 ** 3)).toBe(true);
    const statusOf = async (token: string) =>
      (await open.ask('/api/v1/account', { headers: { Authorization: token } })).status;
    const newest = all[0]?.id ?? '';
    expect((await open.askLocal(`/local/users/${newest}/sessions`, { method: 'DELETE' })).status).toBe(200);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 200, 401]);
    const nobody = await open.askLocal('/local/users/nobody/sessions', { method: 'DELETE' });
    expect(await nobody.json()).toMatchObject({ status: 404, code: 'user_not_found' });
  } finally {
    await open.stop();
  }
});
