import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, signedIn } from '../../src/contract/node-api/auth.ts';
import type { SettingsInput } from '../../src/contract/settings.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { randomKey } from '../support/random-bytes.ts';
import { randomRuns } from '../support/random-runs.ts';
import { telegramInitData } from '../support/wallets/telegram-init-data.ts';
import { testWallet, walletVersions } from '../support/wallets/test-wallet.ts';

const botToken = '42:a-token-of-a-bot';
const domain = 'app.example';
const settings: SettingsInput = {
  sign_in: { who: 'anyone', telegram_bot_token: botToken, domains: [domain] },
};
const wallet = testWallet(1, 'v5R1');
const seconds = Math.floor(Date.now() / 1000);
const initData = (id = 7, authDate = seconds, by = botToken) =>
  telegramInitData(by, { id, first_name: 'Ada' }, authDate);
const deprecation = {
  deprecation: '@1767225600',
  link: expect.stringContaining('rel="deprecation"'),
};

const dataDir = temporaryFolder();
let alcove: TestNode;
beforeAll(async () => {
  alcove = await startTestNode({ settings, dataDir });
});
afterAll(async () => {
  await alcove.stop();
  rmSync(dataDir, { recursive: true });
});

interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

async function answerOf(asked: Promise<Response>): Promise<Answer> {
  const response = await asked;
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: Object.fromEntries(response.headers),
  };
}

const post = (path: string, body: unknown, token?: string): Promise<Answer> => {
  const { headers, ...rest } = json(body);
  const authorization = token === undefined ? {} : { Authorization: token };
  return answerOf(alcove.ask(path, { method: 'POST', ...rest, headers: { ...headers, ...authorization } }));
};
const get = (path: string, token: string) =>
  answerOf(alcove.ask(path, { headers: { Authorization: `Bearer ${token}` } }));
const twa = (body: unknown) => post('/api/v1/auth.twa', body);

async function signIn(by = wallet): Promise<string> {
  const { auth_v1_token: challenge } = signedIn.parse((await twa({})).body);
  const { auth_v1_token: token } = signedIn.parse(
    (await twa({ ton_proof: by.prove(domain, challenge) })).body,
  );
  return token;
}

describe('auth.twa', () => {
  it.each(walletVersions)('accepts a %s wallet', async (version) => {
    const { auth_v1_token: challenge } = signedIn.parse((await twa({})).body);
    const proof = testWallet(20, version).prove(domain, challenge);
    expect(await twa({ ton_proof: proof })).toMatchObject({
      status: 200,
      body: { connected_wallet: { version, ton_balance: null }, user: { is_owner: false } },
    });
  });

  it('answers under its neutral name', async () => {
    expect(await post('/api/v1/auth.webapp', {})).toMatchObject({ status: 200, body: { user: null } });
  });

  it('rejects a replayed proof, also after a restart, and then accepts its session', async () => {
    const { auth_v1_token: challenge } = signedIn.parse((await twa({})).body);
    const proof = { ton_proof: wallet.prove(domain, challenge) };
    const { auth_v1_token: token } = signedIn.parse((await twa(proof)).body);
    const replayed = { status: 401, body: { code: 'invalid_ton_proof' } };
    expect(await twa(proof)).toMatchObject(replayed);
    await alcove.stop();
    alcove = await startTestNode({ settings, dataDir });
    expect(await twa(proof)).toMatchObject(replayed);
    expect(await get('/api/v1/account', token)).toMatchObject({ status: 200 });
  });

  it('accepts exactly one of many concurrent proofs of one payload', async () => {
    const { auth_v1_token: challenge } = signedIn.parse((await twa({})).body);
    const proofs = Array.from({ length: 8 }, (_, seed) => testWallet(30 + seed).prove(domain, challenge));
    const answers = await Promise.all(proofs.map((proof) => twa({ ton_proof: proof })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
  });

  it.each([
    ['of another domain', (payload: string) => wallet.prove('evil.example', payload)],
    ['an hour old', (payload: string) => wallet.prove(domain, payload, seconds - 3600)],
    ['for an unknown payload', () => wallet.prove(domain, randomKey().toString('base64url'))],
    [
      'with the address of another user',
      (payload: string) => {
        const proof = testWallet(2).prove(domain, payload);
        return { ...proof, account: { ...proof.account, address: wallet.address } };
      },
    ],
  ])('rejects a proof %s with 401 and a reason', async (_what, prove) => {
    const { auth_v1_token: challenge } = signedIn.parse((await twa({})).body);
    const answer = await twa({ ton_proof: prove(challenge) });
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'invalid_ton_proof', detail: expect.stringMatching(/\w{3}/) },
      headers: { 'www-authenticate': expect.stringContaining('Bearer') },
    });
  });

  it('rejects a proof whose payload was made for another Telegram user', async () => {
    const { auth_v1_token: token } = signedIn.parse((await twa({ twa_data: initData(7) })).body);
    expect(await twa({ twa_data: initData(8), ton_proof: wallet.prove(domain, token) })).toMatchObject({
      status: 401,
      body: { code: 'invalid_ton_proof' },
    });
  });

  it.each([
    ['forged', () => initData(7, seconds, '43:another-bot')],
    ['expired', () => initData(7, seconds - 90_000)],
    ['dated in the future', () => initData(7, seconds + 90_000)],
    ['with a duplicate field', () => `${initData()}&user=%7B%22id%22%3A1%7D`],
  ])('rejects init data that is %s', async (_what, make) => {
    expect(await twa({ twa_data: make() })).toMatchObject({
      status: 401,
      body: { code: 'invalid_twa_data' },
      headers: { 'www-authenticate': expect.stringContaining('Bearer') },
    });
  });

  it('answers any other input with a problem, never with a 500', async () => {
    const proof = wallet.prove(domain, 'x');
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant(proof));
    const body = fc.oneof(
      fc.record({ twa_data: value, ton_proof: value }, { requiredKeys: [] }),
      fc.record({
        ton_proof: fc.record({
          account: fc.record({ address: fc.constant(wallet.address), walletStateInit: fc.base64String() }),
          ton_proof: fc.constant(proof.ton_proof),
        }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(body, async (given) => {
        const { status } = await twa(given);
        expect([200, 400, 401]).toContain(status);
      }),
      { numRuns: randomRuns(100) },
    );
  });
});

describe('a sign-in session', () => {
  it('stores and reads, and cannot send reports of services', async () => {
    const token = await signIn();
    const stored = await answerOf(
      alcove.ask('/api/v1/storage', { method: 'POST', body: 'mine', headers: { Authorization: token } }),
    );
    expect(stored.status).toBe(201);
    expect(await post('/api/system.sendStatus', { service: 'bot', status: 'ok' }, token)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });

  it('is rejected as a challenge, and as an unknown token', async () => {
    const { auth_v1_token: challenge } = signedIn.parse((await twa({})).body);
    for (const token of [challenge, randomKey().toString('base64url')])
      expect(await get('/api/v1/account', token)).toMatchObject({ status: 401 });
  });

  it('ends at logout, which can be repeated', async () => {
    const token = await signIn(testWallet(40));
    for (const path of ['/api/v1/tonconnect.logout', '/api/v1/walletlink.logout'])
      expect(
        await answerOf(alcove.ask(path, { method: 'POST', headers: { Authorization: token } })),
      ).toMatchObject({
        status: 200,
        body: { success: true },
        headers: deprecation,
      });
    expect(await get('/api/v1/account', token)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
    const upload = alcove.ask('/api/v1/storage', {
      method: 'POST',
      body: 'late',
      headers: { Authorization: token },
    });
    expect(await answerOf(upload)).toMatchObject({ status: 401 });
  });

  it.each([
    ['without a token', () => undefined],
    ['with an unknown token', () => 'nobody'],
  ])('is not ended %s', async (_what, make) => {
    const response = await post('/api/v1/tonconnect.logout', {}, await make());
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });
});

describe('wallets', () => {
  it('are selected by any form of the address, and marked if not proven', async () => {
    const mine = testWallet(50);
    const token = await signIn(mine);
    const shown = account.parse((await get('/api/v1/account', token)).body);
    expect(shown.wallets).toEqual([shown.connected_wallet]);
    for (const address of [mine.address, shown.connected_wallet?.address])
      expect(await post('/api/v1/auth.selectWallet', { wallet_address: address }, token)).toMatchObject({
        status: 200,
        body: { connected_wallet: shown.connected_wallet },
      });
    const foreign = { wallet_address: testWallet(51).address };
    expect(await post('/api/v1/auth.selectWallet', foreign, token)).toMatchObject({
      status: 200,
      body: { connected_wallet: { version: 'unknown', proven: false } },
    });
    expect(await post('/api/v1/auth.selectWallet', { wallet_address: 'mine' }, token)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ path: 'body.wallet_address' }] },
    });
  });

  it('of the owner cannot be selected by a bot without the right to send to the chain', async () => {
    const bot = await alcove.token('content:read', 'storage:write', 'status:write');
    expect(await post('/api/v1/auth.selectWallet', { wallet_address: wallet.address }, bot)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });

  it('of the account are listed with the headers of a deprecated endpoint', async () => {
    expect((await get('/api/v1/account', await signIn())).headers).toMatchObject(deprecation);
  });
});

it('lets nobody sign in to a private node without settings, and names the remedy', async () => {
  const plain = await startTestNode({ settings: { sign_in: { domains: [domain] } } });
  const ask = (body: unknown) => answerOf(plain.ask('/api/v1/auth.twa', { method: 'POST', ...json(body) }));
  const { auth_v1_token: challenge } = signedIn.parse((await ask({})).body);
  expect(await ask({ ton_proof: wallet.prove(domain, challenge) })).toMatchObject({
    status: 403,
    body: { code: 'sign_in_not_allowed', detail: expect.stringContaining('dashboard') },
  });
  expect(await ask({ twa_data: initData() })).toMatchObject({
    status: 503,
    body: { code: 'twa_not_configured' },
  });
  await plain.stop();
});

it('limits guessing on a public node', async () => {
  const open = await startTestNode({
    settings: {
      ...settings,
      node: { type: 'public', public_host: 'http://127.0.0.1:1' },
      http: { sign_ins_per_minute: 3 },
    },
  });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) {
    const { status } = await open.ask('/api/v1/auth.twa', { method: 'POST', ...json({}) });
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  await open.stop();
});

it('ignores empty and null fields, as sent by a web client outside of Telegram', async () => {
  for (const body of [
    { twa_data: '' },
    { twa_data: null, ton_proof: null },
    { twa_data: '', ton_proof: null },
  ]) {
    expect(await twa(body)).toMatchObject({ status: 200, body: { user: null, connected_wallet: null } });
  }
});
