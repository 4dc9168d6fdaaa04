import { Address } from '@ton/core';
import { afterEach, describe, expect, it } from 'vitest';
import { telegramInitData } from '../support/wallets/telegram-init-data.ts';
import { testWallet } from '../support/wallets/wallet-proof.ts';
import {
  botToken,
  type Desk,
  day,
  domain,
  first,
  minute,
  openDesk,
  problem,
  second,
} from './open-sign-in.ts';

let desk: Desk;
afterEach(() => desk.close());

const friendly = (raw: string) => Address.parse(raw).toString({ bounceable: false });
const refused = (reason: string) => ({ code: 'invalid_ton_proof', detail: expect.stringContaining(reason) });

describe('sign-in with a wallet alone', () => {
  it('returns a challenge without rights, then a session of a new user', async () => {
    desk = openDesk();
    const begun = await desk.signIn.signIn({ initData: undefined, proof: undefined });
    expect(begun).toMatchObject({ user: null, connected_wallet: null });
    expect(desk.signIn.authenticate(begun.auth_v1_token)).toBeUndefined();
    const proof = desk.prove(first, begun.auth_v1_token);
    const signedIn = await desk.signIn.signIn({ initData: undefined, proof });
    expect(signedIn).toMatchObject({
      user: { is_owner: false, telegram_id: null, created_at: '2026-05-01T12:00:00.000Z' },
      connected_wallet: { version: 'v5R1', address: friendly(first.address), ton_balance: null },
    });
    expect(signedIn.auth_v1_token).not.toBe(begun.auth_v1_token);
    expect(desk.signIn.authenticate(signedIn.auth_v1_token)).toEqual({
      user: signedIn.user?.id,
      scopes: new Set(['content:read', 'storage:write', 'chain:send']),
      principal: `user:${signedIn.user?.id}`,
      name: friendly(first.address),
      sessionId: expect.any(String),
    });
  });

  it('returns the same user every time, and another one for another wallet', async () => {
    desk = openDesk();
    const once = await desk.withWallet(first);
    expect((await desk.withWallet(first)).user?.id).toBe(once.user?.id);
    expect((await desk.withWallet(second)).user?.id).not.toBe(once.user?.id);
  });

  it('stores nothing for challenges', async () => {
    desk = openDesk();
    for (let n = 0; n < 10; n++) await desk.challenge();
    expect(['users', 'sessions', 'spent_payloads'].map(desk.rows)).toEqual([1, 0, 0]);
  });

  it('returns tokens that wallets accept as payload', async () => {
    desk = openDesk();
    const challenge = await desk.challenge(desk.initData(7));
    for (const token of [challenge, await desk.challenge()]) expect(token).toMatch(/^[\w-]{20,100}$/);
  });
});

describe('sign-in with Telegram', () => {
  it('returns a session at once, whose token a wallet may sign; the proof ends it', async () => {
    desk = openDesk();
    const initData = desk.initData(7);
    const begun = await desk.signIn.signIn({ initData, proof: undefined });
    expect(begun).toMatchObject({ user: { telegram_id: 7, first_name: 'Ada' }, connected_wallet: null });
    expect(desk.signIn.authenticate(begun.auth_v1_token)).toMatchObject({ name: 'Ada' });
    const proof = desk.prove(first, begun.auth_v1_token);
    const linked = await desk.signIn.signIn({ initData, proof });
    expect(linked).toMatchObject({ user: begun.user, connected_wallet: { version: 'v5R1' } });
    expect(desk.signIn.authenticate(begun.auth_v1_token)).toBeUndefined();
    expect(desk.signIn.authenticate(linked.auth_v1_token)).toMatchObject({ user: begun.user?.id });
  });

  it('updates a changed name', async () => {
    desk = openDesk();
    await desk.signIn.signIn({ initData: desk.initData(7), proof: undefined });
    const initData = telegramInitData(
      botToken,
      { id: 7, first_name: 'Augusta', username: 'ada' },
      Date.parse('2026-05-01T12:00:00Z') / 1000,
    );
    expect(await desk.signIn.signIn({ initData, proof: undefined })).toMatchObject({
      user: { telegram_id: 7, first_name: 'Augusta', username: 'ada' },
    });
  });

  it.each([
    ['\u202Ereverof tuo ngis\u202C', 'reverof tuo ngis'],
    ['owner', 'owner (%s)'],
    ['\u202Eowner\u0000 ', 'owner (%s)'],
    ['\u202E', '%s'],
  ])('shows the name %j as it reads, and gives nobody the name of the owner', async (given, shown) => {
    desk = openDesk();
    const at = Date.parse('2026-05-01T12:00:00Z') / 1000;
    const initData = telegramInitData(botToken, { id: 7, first_name: given }, at);
    const { user, auth_v1_token } = await desk.signIn.signIn({ initData, proof: undefined });
    const name = shown.replace('%s', user?.id ?? '');
    expect(desk.signIn.authenticate(auth_v1_token)).toMatchObject({ name });
  });

  it('signs in the user of a known wallet, who gets the Telegram id', async () => {
    desk = openDesk();
    const { user } = await desk.withWallet(first);
    const payload = await desk.challenge();
    const both = await desk.signIn.signIn({
      initData: desk.initData(7),
      proof: desk.prove(first, payload),
    });
    expect(both.user).toMatchObject({ id: user?.id, telegram_id: 7 });
    const alone = await desk.signIn.signIn({ initData: desk.initData(7), proof: undefined });
    expect(alone.user?.id).toBe(user?.id);
  });

  it('signs in a known Telegram user, and links the wallet', async () => {
    desk = openDesk();
    const holder = await desk.withWallet(first);
    desk.pass(minute);
    const ada = await desk.signIn.signIn({ initData: desk.initData(7), proof: undefined });
    const proof = desk.prove(first, ada.auth_v1_token);
    const linked = await desk.signIn.signIn({ initData: desk.initData(7), proof });
    expect(linked.user?.id).toBe(ada.user?.id);
    expect((await desk.withWallet(first)).user?.id).toBe(holder.user?.id);
    expect(desk.accounts.usersOfWallet(friendly(first.address))).toEqual([holder.user?.id, ada.user?.id]);
  });

  it('is optional for a proof where no bot is configured', async () => {
    desk = openDesk({ telegram_bot_token: undefined });
    const initData = desk.initData(7);
    expect(await problem(desk.signIn.signIn({ initData, proof: undefined }))).toMatchObject({
      code: 'twa_not_configured',
    });
    const proof = desk.prove(first, await desk.challenge());
    expect(await desk.signIn.signIn({ initData, proof })).toMatchObject({ user: { telegram_id: null } });
  });

  it('rejects forged init data, with or without a proof', async () => {
    desk = openDesk();
    const initData = desk.initData(7).replace('Ada', 'Eve');
    const proof = desk.prove(first, await desk.challenge());
    for (const given of [undefined, proof])
      expect(await problem(desk.signIn.signIn({ initData, proof: given }))).toMatchObject({
        code: 'invalid_twa_data',
      });
  });
});

describe('a payload', () => {
  const withProof = (proof: ReturnType<Desk['prove']>, initData?: string) =>
    problem(desk.signIn.signIn({ initData, proof }));

  it('is valid once, also after a restart', async () => {
    desk = openDesk();
    const proof = desk.prove(first, await desk.challenge());
    expect(await withProof(proof)).toMatchObject({ code: 'accepted' });
    expect(await withProof(proof)).toEqual(refused('already used'));
    desk.reopen();
    expect(await withProof(proof)).toEqual(refused('already used'));
  });

  it('is valid once for two concurrent requests', async () => {
    desk = openDesk();
    const { auth_v1_token: session } = await desk.withWallet(first);
    for (const payload of [await desk.challenge(), session]) {
      const proofs = [desk.prove(first, payload), desk.prove(second, payload), desk.prove(first, payload)];
      const codes = await Promise.all(proofs.map((proof) => withProof(proof)));
      expect(codes.filter(({ code }) => code === 'accepted')).toHaveLength(1);
      expect(codes.filter(({ code }) => code === 'invalid_ton_proof')).toHaveLength(2);
    }
  });

  it('is not consumed by a failed proof', async () => {
    desk = openDesk();
    const begun = await desk.signIn.signIn({ initData: desk.initData(7), proof: undefined });
    for (const payload of [await desk.challenge(), begun.auth_v1_token]) {
      expect(await withProof(first.prove('evil.example', payload))).toMatchObject({
        code: 'invalid_ton_proof',
      });
      expect(await withProof(desk.prove(first, payload))).toMatchObject({ code: 'accepted' });
    }
  });

  it('is valid for 20 minutes, the session itself longer', async () => {
    desk = openDesk();
    const begun = await desk.signIn.signIn({ initData: desk.initData(7), proof: undefined });
    const tokens = [await desk.challenge(), begun.auth_v1_token];
    desk.pass(20 * minute);
    for (const token of tokens)
      expect(await withProof(desk.prove(first, token))).toEqual(refused('20 minutes'));
    expect(desk.signIn.authenticate(begun.auth_v1_token)).toBeDefined();
    const late = await desk.challenge();
    desk.pass(20 * minute - 1000);
    expect(await withProof(desk.prove(first, late))).toMatchObject({ code: 'accepted' });
  });

  it('must be one of this node, unchanged', async () => {
    desk = openDesk();
    const right = await desk.challenge();
    const bytes = Buffer.from(right, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(6) ^ 1, 6);
    const other = openDesk({}, {}, 2);
    const foreign = await other.challenge();
    other.close();
    const forged = [bytes.toString('base64url'), `${right}=`, right.slice(1), '', 'a'.repeat(43), foreign];
    for (const payload of forged)
      expect(await withProof(desk.prove(first, payload))).toEqual(refused('not a token of this node'));
  });

  it('of one Telegram user does not sign in another', async () => {
    desk = openDesk();
    const ada = await desk.signIn.signIn({ initData: desk.initData(7), proof: undefined });
    await desk.signIn.signIn({ initData: desk.initData(8), proof: undefined });
    const proof = desk.prove(first, ada.auth_v1_token);
    expect(await withProof(proof, desk.initData(8))).toEqual(refused('another user'));
    expect(await withProof(proof, desk.initData(9))).toEqual(refused('another user'));
    expect(await withProof(proof, desk.initData(7))).toMatchObject({ code: 'accepted' });
  });

  it('of a wallet’s session lets that user attach Telegram, unless another user has that id', async () => {
    desk = openDesk();
    const holder = await desk.withWallet(first);
    await desk.signIn.signIn({ initData: desk.initData(8), proof: undefined });
    const proof = desk.prove(first, holder.auth_v1_token);
    expect(await withProof(proof, desk.initData(8))).toEqual(refused('another user'));
    expect(await desk.signIn.signIn({ initData: desk.initData(7), proof })).toMatchObject({
      user: { id: holder.user?.id, telegram_id: 7 },
    });
  });

  it('is valid once, also when the clock is set back after its expiry', async () => {
    desk = openDesk();
    const proof = desk.prove(first, await desk.challenge());
    expect(await withProof(proof)).toMatchObject({ code: 'accepted' });
    desk.pass(12 * 60 * minute);
    await desk.withWallet(first);
    desk.pass(-12 * 60 * minute);
    expect(await withProof(proof)).toEqual(refused('already used'));
  });

  it('is stored as used until one day after its expiry', async () => {
    desk = openDesk();
    await desk.withWallet(first);
    expect(desk.rows('spent_payloads')).toBe(1);
    desk.pass(day + 20 * minute);
    await desk.withWallet(first);
    expect(desk.rows('spent_payloads')).toBe(1);
  });
});

describe('a sign-in session', () => {
  it('lasts for 30 days after its last use, also after a restart', async () => {
    desk = openDesk();
    const { auth_v1_token: token } = await desk.withWallet(first);
    for (let n = 0; n < 3; n++) {
      desk.pass(30 * day - minute);
      desk.reopen();
      expect(desk.signIn.authenticate(token)).toBeDefined();
    }
    desk.pass(30 * day);
    expect(desk.signIn.authenticate(token)).toBeUndefined();
    expect((await problem(Promise.resolve().then(() => desk.signIn.signOut(token)))).code).toBe(
      'unauthorized',
    );
  });

  it('is one of the hundred last used of a user', async () => {
    desk = openDesk();
    const oldest = await desk.withWallet(first);
    for (let n = 0; n < 100; n++) {
      desk.pass(1);
      await desk.signIn.signIn({ initData: undefined, proof: desk.prove(first, await desk.challenge()) });
    }
    expect(desk.rows('sessions')).toBe(100);
    expect(desk.signIn.authenticate(oldest.auth_v1_token)).toBeUndefined();
  });

  it('ends by signing out: its token, its connection, and the selected wallet', async () => {
    desk = openDesk();
    const { user, auth_v1_token: token } = await desk.withWallet(first);
    const session = desk.signIn.authenticate(token)?.sessionId;
    desk.signIn.signOut(token);
    expect(desk.signIn.authenticate(token)).toBeUndefined();
    expect(desk.endedConnections).toEqual([`${user?.id} ${session}`]);
    expect(desk.accounts.wallets(user?.id ?? '')).toEqual([]);
    expect(
      await problem(Promise.resolve().then(() => desk.accounts.select(user?.id ?? '', first.address))),
    ).toEqual({
      code: 'wallet_not_linked',
      detail: expect.any(String),
    });
    desk.signIn.signOut(token);
    expect(desk.endedConnections).toHaveLength(1);
    const again = await desk.withWallet(first);
    expect(again).toMatchObject({ user: { id: user?.id }, connected_wallet: { version: 'v5R1' } });
    desk.signIn.signOut(token);
    expect(desk.accounts.wallets(user?.id ?? '')).toHaveLength(1);
  });

  it('ends with its connection when it was the payload of another', async () => {
    desk = openDesk();
    const { user, auth_v1_token: token } = await desk.withWallet(first);
    const session = desk.signIn.authenticate(token)?.sessionId;
    expect(
      await problem(desk.signIn.signIn({ initData: undefined, proof: desk.prove(second, token) })),
    ).toMatchObject({ code: 'accepted' });
    expect(desk.endedConnections).toEqual([`${user?.id} ${session}`]);
  });

  it('cannot be a payload after its end', async () => {
    desk = openDesk();
    const { auth_v1_token: token } = await desk.withWallet(first);
    desk.signIn.signOut(token);
    expect(
      await problem(desk.signIn.signIn({ initData: undefined, proof: desk.prove(first, token) })),
    ).toEqual(refused('not a token of this node'));
  });
});

describe('wallets of a user', () => {
  it('are at most a hundred, because every request reads them', async () => {
    desk = openDesk();
    let { user, auth_v1_token: token } = await desk.withWallet(first);
    const prove = (seed: number) =>
      desk.signIn.signIn({ initData: undefined, proof: desk.prove(testWallet(seed), token) });
    for (let seed = 101; seed < 200; seed++) ({ user, auth_v1_token: token } = await prove(seed));
    expect(await problem(prove(200))).toMatchObject({ code: 'sign_in_not_allowed' });
    expect(await prove(150)).toMatchObject({ user: { id: user?.id } });
    expect(desk.accounts.wallets(user?.id ?? '')).toHaveLength(100);
  });

  it('may be several: the proven one is selected until the user selects another', async () => {
    desk = openDesk();
    const one = await desk.withWallet(first);
    const two = await desk.signIn.signIn({
      initData: undefined,
      proof: desk.prove(second, one.auth_v1_token),
    });
    const user = two.user?.id ?? '';
    expect(two).toMatchObject({ user: one.user, connected_wallet: { address: friendly(second.address) } });
    expect(desk.accounts.wallets(user).map(({ address }) => address)).toEqual(
      [first, second].map(({ address }) => friendly(address)),
    );
    expect(desk.accounts.select(user, first.address).address).toBe(friendly(first.address));
    expect(desk.accounts.connectedWallet(user)?.address).toBe(friendly(first.address));
    const begun = await desk.withWallet(second);
    expect(begun.user?.id).toBe(user);
  });

  it('have the address form of the current network', async () => {
    desk = openDesk({}, { chain: { network: 'testnet' } });
    const there = testWallet(1, 'v5R1', 'testnet');
    expect((await desk.withWallet(there)).connected_wallet?.address).toBe(
      Address.parse(there.address).toString({ bounceable: false, testOnly: true }),
    );
  });
});

it('logs sign-ins without a token, key or address, and notifies the dashboard', async () => {
  desk = openDesk();
  const { auth_v1_token: token } = await desk.signIn.signIn({ initData: desk.initData(7), proof: undefined });
  const { auth_v1_token: next } = await desk.signIn.signIn({
    initData: undefined,
    proof: desk.prove(first, token),
  });
  desk.signIn.signOut(next);
  expect(desk.changes).toBe(3);
  expect(desk.activities).toEqual([
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
  desk = openDesk({ domains: [] }, { node: { type: 'public', public_host: 'https://node.example.org' } });
  const proof = (host: string, payload: string) =>
    first.prove(host, payload, Date.parse('2026-05-01T12:00:00Z') / 1000);
  const at = async (host: string) =>
    (await problem(desk.signIn.signIn({ initData: undefined, proof: proof(host, await desk.challenge()) })))
      .code;
  expect(await at('node.example.org')).toBe('accepted');
  expect(await at(domain)).toBe('invalid_ton_proof');
});
