import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { getTokens } from '../../src/contract/dashboard-api/auth.ts';
import { account as accountAnswer, connection } from '../../src/contract/node-api/auth.ts';
import type { Scope } from '../../src/contract/scopes.ts';
import type { SettingsInput } from '../../src/contract/settings.ts';
import { json, startTestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { SimulatedWallet } from '../support/wallets/simulated-wallet.ts';
import { startTestBridge } from '../support/wallets/ton-connect-bridge.ts';

const domain = 'app.example';

/** A node for anyone, with a wallet app connected over a bridge on loopback. */
async function startNode(signIn: SettingsInput['sign_in'] = {}) {
  const dataDir = temporaryFolder();
  const bridge = await startTestBridge();
  const sign_in = {
    who: 'anyone' as const,
    domains: [domain],
    wallets_file: bridge.writeWalletsFile(dataDir),
    ...signIn,
  };
  let alcove = await startTestNode({ dataDir, settings: { sign_in } });
  onTestFinished(async () => {
    await alcove.stop();
    await bridge.stop();
    rmSync(dataDir, { recursive: true });
  });
  const ask = (path: string, token: string, init: RequestInit = {}) =>
    alcove.ask(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } });
  return {
    bridge,
    ask,
    /** Signs a user in with a new wallet. Returns the token. */
    signIn: async (wallet: SimulatedWallet): Promise<string> => {
      const post = async (body: unknown) =>
        (await (await alcove.ask('/api/v1/auth.twa', { method: 'POST', ...json(body) })).json()) as {
          auth_v1_token: string;
        };
      const { auth_v1_token: challenge } = await post({});
      return (await post({ ton_proof: wallet.prove(domain, challenge) })).auth_v1_token;
    },
    askLocal: (path: string, init: RequestInit) => alcove.askLocal(path, init),
    botToken: (...scopes: Scope[]) => alcove.token(...scopes),
    newLink: async (token: string) =>
      connection.parse(await (await ask('/api/v1/tonconnect.new', token)).json()),
    /** Resolves with the addresses of the user's wallets, as soon as there are this many. */
    walletsOf: async (token: string, count: number): Promise<string[]> => {
      for (;;) {
        const { wallets } = accountAnswer.parse(await (await ask('/api/v1/account', token)).json());
        if (wallets.length === count) return wallets.map(({ address }) => address);
        await new Promise((wake) => setTimeout(wake, 20));
      }
    },
    ownersWallets: async () => {
      const state = (await (await alcove.askLocal('/local/sign-in')).json()) as {
        owner: { wallets: { address: string }[] };
      };
      return state.owner.wallets.map(({ address }) => address);
    },
    restart: async () => {
      await alcove.stop();
      alcove = await startTestNode({ dataDir, settings: { sign_in } });
    },
  };
}

const friendly = (wallet: SimulatedWallet): string => wallet.address.toString({ bounceable: false });

test('links a second wallet by TON Connect, which survives a restart and ends with the session', async () => {
  const { bridge, ask, signIn, newLink, walletsOf, restart } = await startNode();
  const [first, second] = [new SimulatedWallet(), new SimulatedWallet()];
  const token = await signIn(first);
  const { connection_link, wallet_app_name, expires_at } = await newLink(token);
  expect(wallet_app_name).toBe('test-wallet');
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());

  const { manifestUrl } = second.scan(connection_link, bridge.url);
  const manifest = (await (await fetch(manifestUrl)).json()) as { url: string };
  expect(manifest.url).toBe(new URL(manifestUrl).origin);
  await second.approve();
  expect(await walletsOf(token, 2)).toEqual([friendly(first), friendly(second)]);

  await restart();
  await bridge.streamsAre(1);
  const logout = await ask('/api/v1/tonconnect.logout', token, { method: 'POST' });
  expect(await logout.json()).toEqual({ success: true });
  expect((await second.nextRequest()).method).toBe('disconnect');
  await bridge.streamsAre(0);
});

test('links nothing with a proof for another host than the manifest’s', async () => {
  const { bridge, signIn, newLink, walletsOf } = await startNode();
  const [first, second] = [new SimulatedWallet(), new SimulatedWallet()];
  const token = await signIn(first);
  second.scan((await newLink(token)).connection_link, bridge.url);
  await second.approve({ domain });
  expect((await second.nextRequest()).method).toBe('disconnect');
  expect(await walletsOf(token, 1)).toEqual([friendly(first)]);
});

test('signs nobody in with a link: its payload is no token of the node', async () => {
  const { bridge, ask, signIn, newLink } = await startNode();
  const wallet = new SimulatedWallet();
  const token = await signIn(new SimulatedWallet());
  const { items } = wallet.scan((await newLink(token)).connection_link, bridge.url);
  const asked = items.find((item) => item.name === 'ton_proof');
  const payload = asked && 'payload' in asked ? asked.payload : '';
  expect((await ask('/api/v1/account', payload)).status).toBe(401);
  const body = json({ ton_proof: wallet.prove(domain, payload) });
  expect((await ask('/api/v1/auth.twa', token, { method: 'POST', ...body })).status).toBe(401);
});

test('links a wallet to the owner for a bot of the owner, with the manifest of the settings', async () => {
  const manifest_url = 'https://public.example/api/tonconnect-manifest.json';
  const { bridge, botToken, newLink, walletsOf, ownersWallets } = await startNode({ manifest_url });
  const token = await botToken('storage:write', 'content:read', 'chain:send');
  const wallet = new SimulatedWallet();
  const request = wallet.scan((await newLink(token)).connection_link, bridge.url);
  expect(request.manifestUrl).toBe(manifest_url);
  await wallet.approve();
  await walletsOf(token, 1);
  expect(await ownersWallets()).toEqual([friendly(wallet)]);
});

test('lets a bot of the owner disconnect only the wallet that it linked', async () => {
  const { bridge, ask, botToken, newLink, walletsOf } = await startNode();
  const scopes = ['storage:write', 'content:read', 'chain:send'] as const;
  const [token, other] = [await botToken(...scopes), await botToken(...scopes)];
  const [wallet, others] = [new SimulatedWallet(), new SimulatedWallet()];
  wallet.scan((await newLink(token)).connection_link, bridge.url);
  await wallet.approve();
  await walletsOf(token, 1);
  others.scan((await newLink(other)).connection_link, bridge.url);
  await others.approve();
  await walletsOf(token, 2);

  const logout = async (by: string) => {
    const response = await ask('/api/v1/tonconnect.logout', by, { method: 'POST' });
    return [response.status, await response.json()];
  };
  expect(await logout(await botToken('content:read'))).toMatchObject([403, { code: 'insufficient_scope' }]);
  expect(await logout(token)).toEqual([200, { success: true }]);
  expect((await wallet.nextRequest()).method).toBe('disconnect');
  expect(await walletsOf(other, 1)).toEqual([friendly(others)]);
  expect(await logout(token), 'again, since the token stays valid').toEqual([200, { success: true }]);
  expect(await walletsOf(other, 1)).toEqual([friendly(others)]);
});

test('links nothing with a link of a session whose wallet the owner removed', async () => {
  const { bridge, askLocal, botToken, signIn, newLink, walletsOf, ownersWallets } = await startNode();
  const [stolen, thiefs] = [new SimulatedWallet(), new SimulatedWallet()];
  const bot = await botToken('storage:write', 'content:read', 'chain:send');
  stolen.scan((await newLink(bot)).connection_link, bridge.url);
  await stolen.approve();
  await walletsOf(bot, 1);

  thiefs.scan((await newLink(await signIn(stolen))).connection_link, bridge.url);
  await askLocal(`/local/sign-in/owner-wallet?address=${friendly(stolen)}`, { method: 'DELETE' });
  await thiefs.approve();
  expect((await thiefs.nextRequest()).method).toBe('disconnect');
  expect(await ownersWallets()).toEqual([]);
});

test('links nothing with a link of a revoked API token', async () => {
  const { bridge, askLocal, botToken, newLink, ownersWallets } = await startNode();
  const wallet = new SimulatedWallet();
  const token = await botToken('storage:write', 'content:read', 'chain:send');
  wallet.scan((await newLink(token)).connection_link, bridge.url);
  const { tokens } = getTokens.responses[200].schema.parse(
    await (await askLocal('/local/tokens', {})).json(),
  );
  expect((await askLocal(`/local/tokens/${tokens[0]?.id}`, { method: 'DELETE' })).status).toBe(200);
  await wallet.approve();
  expect((await wallet.nextRequest()).method).toBe('disconnect');
  expect(await ownersWallets()).toEqual([]);
});

test('rejects an unknown wallet with 400 and the names of the known ones', async () => {
  const { ask, botToken } = await startNode();
  const token = await botToken('storage:write', 'content:read', 'chain:send');
  for (const name of ['nope', '', 'x'.repeat(100)]) {
    const response = await ask(`/api/v1/tonconnect.new?wallet_app_name=${name}`, token);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining('test-wallet, other-wallet'),
    });
  }
});

test('gives no link without a token', async () => {
  const { ask, bridge } = await startNode();
  expect((await ask('/api/v1/tonconnect.new', 'nope')).status).toBe(401);
  expect(bridge.requests).toEqual([]);
});

test('does not link a wallet, which has all rights, for an API token with fewer rights', async () => {
  const { ask, bridge, botToken } = await startNode();
  for (const scopes of [['content:read'], ['storage:write', 'chain:send', 'status:write']] as Scope[][]) {
    const response = await ask('/api/v1/tonconnect.new', await botToken(...scopes));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'insufficient_scope' });
  }
  expect(bridge.requests).toEqual([]);
});
