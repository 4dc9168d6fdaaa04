import { Address } from '@ton/core';
import { afterEach, describe, expect, it } from 'vitest';
import { telegramInitData } from '../support/wallets/telegram-init-data.ts';
import { testWallet } from '../support/wallets/test-wallet.ts';
import {
  botToken,
  day,
  domain,
  first,
  minute,
  openTestSignIn,
  problem,
  second,
  type TestSignIn,
} from './open-sign-in.ts';

let opened: TestSignIn;
afterEach(() => opened.close());

const friendly = (raw: string) => Address.parse(raw).toString({ bounceable: false });
const refused = (reason: string) => ({ code: 'invalid_ton_proof', detail: expect.stringContaining(reason) });

describe('sign-in with a wallet alone', () => {
  it('returns a challenge without rights, then a session of a new user', async () => {
    opened = openTestSignIn();
    const begun = await opened.signIn.signIn({ initData: undefined, proof: undefined });
    expect(begun).toMatchObject({ user: null, connected_wallet: null });
    expect(await opened.signIn.authenticate(begun.auth_v1_token)).toBeUndefined();
    const proof = opened.prove(first, begun.auth_v1_token);
    const signedIn = await opened.signIn.signIn({ initData: undefined, proof });
    expect(signedIn).toMatchObject({
      user: { is_owner: false, telegram_id: null, created_at: '2026-05-01T12:00:00.000Z' },
      connected_wallet: { version: 'v5R1', address: friendly(first.address), ton_balance: null },
    });
    expect(signedIn.auth_v1_token).not.toBe(begun.auth_v1_token);
    expect(await opened.signIn.authenticate(signedIn.auth_v1_token)).toEqual({
      user: signedIn.user?.id,
      scopes: new Set(['content:read', 'storage:write', 'chain:send']),
      principal: `user:${signedIn.user?.id}`,
      name: friendly(first.address),
      sessionId: expect.any(String),
    });
  });

  it('returns the same user every time, and another one for another wallet', async () => {
    opened = openTestSignIn();
    const once = await opened.withWallet(first);
    expect((await opened.withWallet(first)).user?.id).toBe(once.user?.id);
    expect((await opened.withWallet(second)).user?.id).not.toBe(once.user?.id);
  });

  it('stores nothing for challenges', async () => {
    opened = openTestSignIn();
    for (let n = 0; n < 10; n++) await opened.challenge();
    expect(['users', 'sessions', 'spent_payloads'].map(opened.rows)).toEqual([1, 0, 0]);
  });

  it('returns tokens that wallets accept as payload', async () => {
    opened = openTestSignIn();
    const challenge = await opened.challenge(opened.initData(7));
    for (const token of [challenge, await opened.challenge()]) expect(token).toMatch(/^[\w-]{20,100}$/);
  });
});

describe('sign-in with Telegram', () => {
  it('returns a session at once, whose token a wallet may sign; the proof ends it', async () => {
    opened = openTestSignIn();
    const initData = opened.initData(7);
    const begun = await opened.signIn.signIn({ initData, proof: undefined });
    expect(begun).toMatchObject({ user: { telegram_id: 7, first_name: 'Ada' }, connected_wallet: null });
    expect(await opened.signIn.authenticate(begun.auth_v1_token)).toMatchObject({ name: 'Ada' });
    const proof = opened.prove(first, begun.auth_v1_token);
    const linked = await opened.signIn.signIn({ initData, proof });
    expect(linked).toMatchObject({ user: begun.user, connected_wallet: { version: 'v5R1' } });
    expect(await opened.signIn.authenticate(begun.auth_v1_token)).toBeUndefined();
    expect(await opened.signIn.authenticate(linked.auth_v1_token)).toMatchObject({ user: begun.user?.id });
  });

  it('updates a changed name', async () => {
    opened = openTestSignIn();
    await opened.signIn.signIn({ initData: opened.initData(7), proof: undefined });
    const initData = telegramInitData(
      botToken,
      { id: 7, first_name: 'Augusta', username: 'ada' },
      Date.parse('2026-05-01T12:00:00Z') / 1000,
    );
    expect(await opened.signIn.signIn({ initData, proof: undefined })).toMatchObject({
      user: { telegram_id: 7, first_name: 'Augusta', username: 'ada' },
    });
  });

  it.each([
    ['\u202Ereverof tuo ngis\u202C', 'reverof tuo ngis'],
    ['owner', 'owner (%s)'],
    ['\u202Eowner\u0000 ', 'owner (%s)'],
    ['\u202E', '%s'],
  ])('shows the name %j as it reads, and gives nobody the name of the owner', async (given, shown) => {
    opened = openTestSignIn();
    const at = Date.parse('2026-05-01T12:00:00Z') / 1000;
    const initData = telegramInitData(botToken, { id: 7, first_name: given }, at);
    const { user, auth_v1_token } = await opened.signIn.signIn({ initData, proof: undefined });
    const name = shown.replace('%s', user?.id ?? '');
    expect(await opened.signIn.authenticate(auth_v1_token)).toMatchObject({ name });
  });

  it('signs in the user of a known wallet, who gets the Telegram id', async () => {
    opened = openTestSignIn();
    const { user } = await opened.withWallet(first);
    const payload = await opened.challenge();
    const both = await opened.signIn.signIn({
      initData: opened.initData(7),
      proof: opened.prove(first, payload),
    });
    expect(both.user).toMatchObject({ id: user?.id, telegram_id: 7 });
    const alone = await opened.signIn.signIn({ initData: opened.initData(7), proof: undefined });
    expect(alone.user?.id).toBe(user?.id);
  });

  it('signs in a known Telegram user, and links the wallet', async () => {
    opened = openTestSignIn();
    const holder = await opened.withWallet(first);
    opened.pass(minute);
    const ada = await opened.signIn.signIn({ initData: opened.initData(7), proof: undefined });
    const proof = opened.prove(first, ada.auth_v1_token);
    const linked = await opened.signIn.signIn({ initData: opened.initData(7), proof });
    expect(linked.user?.id).toBe(ada.user?.id);
    expect((await opened.withWallet(first)).user?.id).toBe(holder.user?.id);
    expect(opened.accounts.usersOfWallet(friendly(first.address))).toEqual([holder.user?.id, ada.user?.id]);
  });

  it('is optional for a proof where no bot is configured', async () => {
    opened = openTestSignIn({ telegram_bot_token: undefined });
    const initData = opened.initData(7);
    expect(await problem(opened.signIn.signIn({ initData, proof: undefined }))).toMatchObject({
      code: 'twa_not_configured',
    });
    const proof = opened.prove(first, await opened.challenge());
    expect(await opened.signIn.signIn({ initData, proof })).toMatchObject({ user: { telegram_id: null } });
  });

  it('rejects forged init data, with or without a proof', async () => {
    opened = openTestSignIn();
    const initData = opened.initData(7).replace('Ada', 'Eve');
    const proof = opened.prove(first, await opened.challenge());
    for (const given of [undefined, proof])
      expect(await problem(opened.signIn.signIn({ initData, proof: given }))).toMatchObject({
        code: 'invalid_twa_data',
      });
  });
});

describe('a payload', () => {
  const withProof = (proof: ReturnType<TestSignIn['prove']>, initData?: string) =>
    problem(opened.signIn.signIn({ initData, proof }));

  it('is valid once, also after a restart', async () => {
    opened = openTestSignIn();
    const proof = opened.prove(first, await opened.challenge());
    expect(await withProof(proof)).toMatchObject({ code: 'accepted' });
    expect(await withProof(proof)).toEqual(refused('already used'));
    await opened.reopen();
    expect(await withProof(proof)).toEqual(refused('already used'));
  });

  it('is valid once for two concurrent requests', async () => {
    opened = openTestSignIn();
    const { auth_v1_token: session } = await opened.withWallet(first);
    for (const payload of [await opened.challenge(), session]) {
      const proofs = [
        opened.prove(first, payload),
        opened.prove(second, payload),
        opened.prove(first, payload),
      ];
      const codes = await Promise.all(proofs.map((proof) => withProof(proof)));
      expect(codes.filter(({ code }) => code === 'accepted')).toHaveLength(1);
      expect(codes.filter(({ code }) => code === 'invalid_ton_proof')).toHaveLength(2);
    }
  });

  it('is not consumed by a failed proof', async () => {
    opened = openTestSignIn();
    const begun = await opened.signIn.signIn({ initData: opened.initData(7), proof: undefined });
    for (const payload of [await opened.challenge(), begun.auth_v1_token]) {
      expect(await withProof(first.prove('evil.example', payload))).toMatchObject({
        code: 'invalid_ton_proof',
      });
      expect(await withProof(opened.prove(first, payload))).toMatchObject({ code: 'accepted' });
    }
  });

  it('is valid for 20 minutes, the session itself longer', async () => {
    opened = openTestSignIn();
    const begun = await opened.signIn.signIn({ initData: opened.initData(7), proof: undefined });
    const tokens = [await opened.challenge(), begun.auth_v1_token];
    opened.pass(20 * minute);
    for (const token of tokens)
      expect(await withProof(opened.prove(first, token))).toEqual(refused('20 minutes'));
    expect(await opened.signIn.authenticate(begun.auth_v1_token)).toBeDefined();
    const late = await opened.challenge();
    opened.pass(20 * minute - 1000);
    expect(await withProof(opened.prove(first, late))).toMatchObject({ code: 'accepted' });
  });

  it('must be one of this node, unchanged', async () => {
    opened = openTestSignIn();
    const right = await opened.challenge();
    const bytes = Buffer.from(right, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(6) ^ 1, 6);
    const other = openTestSignIn({}, {}, 2);
    const foreign = await other.challenge();
    other.close();
    const forged = [bytes.toString('base64url'), `${right}=`, right.slice(1), '', 'a'.repeat(43), foreign];
    for (const payload of forged)
      expect(await withProof(opened.prove(first, payload))).toEqual(refused('isn’t a token of this node'));
  });

  it('of one Telegram user does not sign in another', async () => {
    opened = openTestSignIn();
    const ada = await opened.signIn.signIn({ initData: opened.initData(7), proof: undefined });
    await opened.signIn.signIn({ initData: opened.initData(8), proof: undefined });
    const proof = opened.prove(first, ada.auth_v1_token);
    expect(await withProof(proof, opened.initData(8))).toEqual(refused('another user'));
    expect(await withProof(proof, opened.initData(9))).toEqual(refused('another user'));
    expect(await withProof(proof, opened.initData(7))).toMatchObject({ code: 'accepted' });
  });

  it('of a wallet’s session lets that user attach Telegram, unless another user has that id', async () => {
    opened = openTestSignIn();
    const holder = await opened.withWallet(first);
    await opened.signIn.signIn({ initData: opened.initData(8), proof: undefined });
    const proof = opened.prove(first, holder.auth_v1_token);
    expect(await withProof(proof, opened.initData(8))).toEqual(refused('another user'));
    expect(await opened.signIn.signIn({ initData: opened.initData(7), proof })).toMatchObject({
      user: { id: holder.user?.id, telegram_id: 7 },
    });
  });

  it('is valid once, also when the clock is set back after its expiry', async () => {
    opened = openTestSignIn();
    const proof = opened.prove(first, await opened.challenge());
    expect(await withProof(proof)).toMatchObject({ code: 'accepted' });
    opened.pass(12 * 60 * minute);
    await opened.withWallet(first);
    opened.pass(-12 * 60 * minute);
    expect(await withProof(proof)).toEqual(refused('already used'));
  });

  it('is stored as used until one day after its expiry', async () => {
    opened = openTestSignIn();
    await opened.withWallet(first);
    expect(opened.rows('spent_payloads')).toBe(1);
    opened.pass(day + 20 * minute);
    await opened.withWallet(first);
    expect(opened.rows('spent_payloads')).toBe(1);
  });
});

describe('a sign-in session', () => {
  it('lasts for 30 days after its last use, also after a restart', async () => {
    opened = openTestSignIn();
    const { auth_v1_token: token } = await opened.withWallet(first);
    for (let n = 0; n < 3; n++) {
      opened.pass(30 * day - minute);
      await opened.reopen();
      expect(await opened.signIn.authenticate(token)).toBeDefined();
    }
    opened.pass(30 * day);
    expect(await opened.signIn.authenticate(token)).toBeUndefined();
    expect((await problem(opened.signIn.signOut(token))).code).toBe('unauthorized');
  });

  it('is one of the hundred last used of a user', async () => {
    opened = openTestSignIn();
    const oldest = await opened.withWallet(first);
    for (let n = 0; n < 100; n++) {
      opened.pass(1);
      await opened.signIn.signIn({
        initData: undefined,
        proof: opened.prove(first, await opened.challenge()),
      });
    }
    expect(opened.rows('sessions')).toBe(100);
    expect(await opened.signIn.authenticate(oldest.auth_v1_token)).toBeUndefined();
  });

  it('ends by signing out: its token, its connection, and the selected wallet', async () => {
    opened = openTestSignIn();
    const { user, auth_v1_token: token } = await opened.withWallet(first);
    const session = (await opened.signIn.authenticate(token))?.sessionId;
    await opened.signIn.signOut(token);
    expect(await opened.signIn.authenticate(token)).toBeUndefined();
    expect(opened.endedConnections).toEqual([`${user?.id} ${session}`]);
    expect(opened.accounts.wallets(user?.id ?? '')).toEqual([]);
    expect(await opened.accounts.selectOrName(user?.id ?? '', first.address)).toMatchObject({
      proven: false,
    });
    await opened.signIn.signOut(token);
    expect(opened.endedConnections).toHaveLength(1);
    const again = await opened.withWallet(first);
    expect(again).toMatchObject({ user: { id: user?.id }, connected_wallet: { version: 'v5R1' } });
    await opened.signIn.signOut(token);
    expect(opened.accounts.wallets(user?.id ?? '')).toHaveLength(1);
  });

  it('ends with its connection when it was the payload of another', async () => {
    opened = openTestSignIn();
    const { user, auth_v1_token: token } = await opened.withWallet(first);
    const session = (await opened.signIn.authenticate(token))?.sessionId;
    expect(
      await problem(opened.signIn.signIn({ initData: undefined, proof: opened.prove(second, token) })),
    ).toMatchObject({ code: 'accepted' });
    expect(opened.endedConnections).toEqual([`${user?.id} ${session}`]);
  });

  it('cannot be a payload after its end', async () => {
    opened = openTestSignIn();
    const { auth_v1_token: token } = await opened.withWallet(first);
    await opened.signIn.signOut(token);
    expect(
      await problem(opened.signIn.signIn({ initData: undefined, proof: opened.prove(first, token) })),
    ).toEqual(refused('isn’t a token of this node'));
  });
});

describe('wallets of a user', () => {
  it('are at most a hundred, because every request reads them', async () => {
    opened = openTestSignIn();
    let { user, auth_v1_token: token } = await opened.withWallet(first);
    const prove = (seed: number) =>
      opened.signIn.signIn({ initData: undefined, proof: opened.prove(testWallet(seed), token) });
    for (let seed = 101; seed < 200; seed++) ({ user, auth_v1_token: token } = await prove(seed));
    expect(await problem(prove(200))).toMatchObject({ code: 'sign_in_not_allowed' });
    expect(await prove(150)).toMatchObject({ user: { id: user?.id } });
    expect(opened.accounts.wallets(user?.id ?? '')).toHaveLength(100);
  });

  it('may be several: the proven one is selected until the user selects another', async () => {
    opened = openTestSignIn();
    const one = await opened.withWallet(first);
    const two = await opened.signIn.signIn({
      initData: undefined,
      proof: opened.prove(second, one.auth_v1_token),
    });
    const user = two.user?.id ?? '';
    expect(two).toMatchObject({ user: one.user, connected_wallet: { address: friendly(second.address) } });
    // Of the same moment, hence ordered by their addresses.
    expect(opened.accounts.wallets(user).map(({ address }) => address)).toEqual(
      [first.address, second.address].sort().map(friendly),
    );
    expect((await opened.accounts.selectOrName(user, first.address)).address).toBe(friendly(first.address));
    expect(opened.accounts.connectedWallet(user)?.address).toBe(friendly(first.address));
    const begun = await opened.withWallet(second);
    expect(begun.user?.id).toBe(user);
  });

  it('have the address form of the current network', async () => {
    opened = openTestSignIn({}, { chain: { network: 'testnet' } });
    const there = testWallet(1, 'v5R1', 'testnet');
    expect((await opened.withWallet(there)).connected_wallet?.address).toBe(
      Address.parse(there.address).toString({ bounceable: false, testOnly: true }),
    );
  });
});

it('logs sign-ins without a token, key or address, and notifies the dashboard', async () => {
  opened = openTestSignIn();
  const { auth_v1_token: token } = await opened.signIn.signIn({
    initData: opened.initData(7),
    proof: undefined,
  });
  const { auth_v1_token: next } = await opened.signIn.signIn({
    initData: undefined,
    proof: opened.prove(first, token),
  });
  await opened.signIn.signOut(next);
  expect(opened.changes).toBe(3);
  expect(opened.activities).toEqual([
    { kind: 'sign_in', actor: { type: 'user', name: 'Ada' }, detail: 'activity.signedInWithTelegram' },
    {
      kind: 'sign_in',
      actor: { type: 'user', name: 'Ada' },
      detail: { reason: 'activity.signedInWithWallet', params: { version: 'v5R1' } },
    },
    { kind: 'sign_out', actor: { type: 'user', name: 'Ada' }, detail: 'activity.signedOut' },
  ]);
});

it('accepts proofs for the public host’s domain', async () => {
  opened = openTestSignIn(
    { domains: [] },
    { node: { type: 'public', public_host: 'https://node.example.org' } },
  );
  const proof = (host: string, payload: string) =>
    first.prove(host, payload, Date.parse('2026-05-01T12:00:00Z') / 1000);
  const at = async (host: string) =>
    (
      await problem(
        opened.signIn.signIn({ initData: undefined, proof: proof(host, await opened.challenge()) }),
      )
    ).code;
  expect(await at('node.example.org')).toBe('accepted');
  expect(await at(domain)).toBe('invalid_ton_proof');
});
