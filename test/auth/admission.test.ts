import { Address } from '@ton/core';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveSettings } from '../../src/core/settings.ts';
import { Admission } from '../../src/features/auth/admission.ts';
import { ownersConnection } from '../../src/features/auth/sign-in-admin-service.ts';
import { first, minute, openTestSignIn, problem, second, type TestSignIn, third } from './open-sign-in.ts';

let opened: TestSignIn;
afterEach(() => opened.close());

const signIn = (wallet: typeof first) => problem(opened.withWallet(wallet));

describe('sign-in with sign_in.who = owner', () => {
  it('is refused before the owner has connected a wallet, with the remedy in the error', async () => {
    opened = openTestSignIn({ who: 'owner' });
    expect(await signIn(first)).toEqual({
      code: 'sign_in_not_allowed',
      detail: expect.stringContaining('connects a wallet in the dashboard first'),
    });
    expect(opened.rows('users')).toBe(1);
  });

  it('is the default of private nodes, and anyone that of public ones', async () => {
    opened = openTestSignIn({ who: undefined });
    expect((await signIn(first)).code).toBe('sign_in_not_allowed');
    opened.close();
    opened = openTestSignIn(
      { who: undefined },
      { node: { type: 'public', public_host: 'https://node.example.org' } },
    );
    expect((await signIn(first)).code).toBe('accepted');
  });

  it('accepts the owner’s wallet as the owner, and refuses others without consuming anything', async () => {
    opened = openTestSignIn({ who: 'owner' });
    await opened.makeOwner(first);
    const owner = await opened.withWallet(first);
    expect(owner.user).toMatchObject({ id: 'owner', is_owner: true });
    expect(await opened.signIn.authenticate(owner.auth_v1_token)).toMatchObject({
      user: 'owner',
      principal: 'user:owner',
      name: 'owner',
    });
    const payload = await opened.challenge();
    const other = { initData: undefined, proof: opened.prove(second, payload) };
    expect(await problem(opened.signIn.signIn(other))).toEqual({
      code: 'sign_in_not_allowed',
      detail: expect.stringContaining('Only this node’s owner'),
    });
    expect(
      await problem(opened.signIn.signIn({ initData: undefined, proof: opened.prove(first, payload) })),
    ).toMatchObject({ code: 'accepted' });
  });

  it('requires a proof of the wallet once, then accepts Telegram alone', async () => {
    opened = openTestSignIn({ who: 'owner' });
    await opened.makeOwner(first);
    const initData = opened.initData(7);
    const begun = await opened.signIn.signIn({ initData, proof: undefined });
    expect(begun).toMatchObject({ user: null, connected_wallet: null });
    expect(await opened.signIn.authenticate(begun.auth_v1_token)).toBeUndefined();
    const linked = await opened.signIn.signIn({ initData, proof: opened.prove(first, begun.auth_v1_token) });
    expect(linked.user).toMatchObject({ id: 'owner', telegram_id: 7, first_name: 'Ada' });
    const later = await opened.signIn.signIn({ initData, proof: undefined });
    expect(later).toMatchObject({ user: { id: 'owner' }, connected_wallet: { version: 'v5R1' } });
  });

  it('accepts a challenge for one Telegram user only, and returns its id', async () => {
    opened = openTestSignIn({ who: 'owner' });
    await opened.makeOwner(first);
    const proof = opened.prove(first, await opened.challenge(opened.initData(7)));
    expect(await problem(opened.signIn.signIn({ initData: opened.initData(8), proof }))).toMatchObject({
      code: 'invalid_ton_proof',
    });
    expect(await opened.signIn.signIn({ initData: undefined, proof })).toMatchObject({
      user: { id: 'owner', telegram_id: 7, first_name: null },
    });
  });

  it('assigns a wallet to the owner that another user proved before', async () => {
    opened = openTestSignIn();
    await opened.withWallet(first);
    opened.pass(minute);
    await opened.makeOwner(first);
    expect((await opened.withWallet(first)).user?.id).toBe('owner');
  });

  it('accepts a second wallet of the owner with the session of the first', async () => {
    opened = openTestSignIn({ who: 'owner' });
    await opened.makeOwner(first);
    const { auth_v1_token: session } = await opened.withWallet(first);
    await opened.signIn.signIn({ initData: undefined, proof: opened.prove(second, session) });
    expect((await opened.withWallet(second)).user?.id).toBe('owner');
  });
});

describe('sign-in with sign_in.who = list', () => {
  it.each([
    ['raw', first.address],
    ['friendly', Address.parse(first.address).toString()],
    ['for a test network', Address.parse(first.address).toString({ bounceable: false, testOnly: true })],
  ])('accepts a wallet whose %s address is listed, and no other', async (_form, entry) => {
    opened = openTestSignIn({ who: 'list', list: [entry] });
    expect((await signIn(first)).code).toBe('accepted');
    expect(await signIn(second)).toEqual({
      code: 'sign_in_not_allowed',
      detail: expect.stringContaining('sign_in.list'),
    });
  });

  it('accepts a listed Telegram user, and the owner in any case', async () => {
    opened = openTestSignIn({ who: 'list', list: ['telegram:7'] });
    await opened.makeOwner(third);
    const ada = await opened.signIn.signIn({ initData: opened.initData(7), proof: undefined });
    expect(ada.user).toMatchObject({ telegram_id: 7 });
    expect((await opened.signIn.signIn({ initData: opened.initData(8), proof: undefined })).user).toBeNull();
    expect((await opened.withWallet(third)).user?.id).toBe('owner');
    const linked = await opened.signIn.signIn({
      initData: opened.initData(7),
      proof: opened.prove(second, ada.auth_v1_token),
    });
    expect(linked.user?.id).toBe(ada.user?.id);
    expect((await signIn(second)).code).toBe('accepted');
  });

  it('accepts the Telegram user of a listed wallet again', async () => {
    opened = openTestSignIn();
    const ada = await opened.signIn.signIn({ initData: opened.initData(7), proof: undefined });
    await opened.reopen({ who: 'list', list: [second.address] });
    const begun = await opened.signIn.signIn({ initData: opened.initData(7), proof: undefined });
    expect(begun.user).toBeNull();
    const proof = opened.prove(second, begun.auth_v1_token);
    expect((await opened.signIn.signIn({ initData: opened.initData(7), proof })).user?.id).toBe(ada.user?.id);
  });

  it('names an invalid entry', () => {
    opened = openTestSignIn();
    for (const entry of ['ada', 'telegram:ada', `${first.address}0`])
      expect(() => new Admission(resolveSettings({ sign_in: { list: [entry] } }))).toThrow(
        `sign_in.list: “${entry}”`,
      );
  });
});

it('excludes users immediately when the list is narrowed', async () => {
  opened = openTestSignIn();
  await opened.makeOwner(third);
  const [one, two, owner] = [
    await opened.withWallet(first),
    await opened.withWallet(second),
    await opened.withWallet(third),
  ].map(({ auth_v1_token: token }) => token) as [string, string, string];
  const areIn = async () =>
    (await Promise.all([one, two, owner].map((token) => opened.signIn.authenticate(token)))).map(Boolean);
  expect(await areIn()).toEqual([true, true, true]);
  await opened.reopen({ who: 'list', list: [second.address] });
  expect(await areIn()).toEqual([false, true, true]);
  await opened.reopen({ who: 'owner' });
  expect(await areIn()).toEqual([false, false, true]);
});

describe('the dashboard', () => {
  it('links the owner’s wallet only with a proof for the manifest’s host', async () => {
    opened = openTestSignIn({ who: 'owner' });
    const seconds = Date.parse('2026-05-01T12:00:00Z') / 1000;
    const proof = first.prove('evil.example', 'asked', seconds);
    expect(await problem(opened.signIn.linkWallet(ownersConnection, proof, 'node.example'))).toMatchObject({
      code: 'invalid_ton_proof',
    });
    expect(await opened.directory.owner()).toEqual({ wallets: [], telegram: null });
    await opened.makeOwner(first);
    expect((await opened.directory.owner()).wallets).toMatchObject([{ version: 'v5R1' }]);
  });

  it('removes a wallet from the owner permanently, and ends its sessions', async () => {
    opened = openTestSignIn({ who: 'owner' });
    await opened.makeOwner(first);
    await opened.makeOwner(second);
    const one = await opened.withWallet(first);
    const two = await opened.withWallet(second);
    await opened.directory.forgetOwnerWallet(first.address);
    expect(await opened.signIn.authenticate(one.auth_v1_token)).toBeUndefined();
    expect(await opened.signIn.authenticate(two.auth_v1_token)).toBeDefined();
    expect((await signIn(first)).code).toBe('sign_in_not_allowed');
    await expect(opened.directory.forgetOwnerWallet(third.address)).rejects.toThrow('isn’t linked');
  });

  it('also removes a wallet whose session has ended, which would otherwise sign in as the owner again', async () => {
    opened = openTestSignIn({ who: 'owner' });
    await opened.makeOwner(first);
    await opened.signIn.signOut((await opened.withWallet(first)).auth_v1_token);
    expect((await opened.directory.owner()).wallets).toHaveLength(1);
    await opened.directory.forgetOwnerWallet(first.address);
    expect((await opened.directory.owner()).wallets).toEqual([]);
    expect((await signIn(first)).code).toBe('sign_in_not_allowed');
  });

  it('removes Telegram from the owner, which a temporary holder of the wallet may have attached', async () => {
    opened = openTestSignIn({ who: 'owner' });
    await opened.makeOwner(first);
    const byTelegram = () => opened.signIn.signIn({ initData: opened.initData(8), proof: undefined });
    const proof = opened.prove(first, await opened.challenge());
    const withWallet = await opened.signIn.signIn({ initData: opened.initData(8), proof });
    const withTelegram = await byTelegram();
    expect(withTelegram.user).toMatchObject({ id: 'owner', first_name: 'Bob' });
    await opened.directory.forgetOwnerTelegram();
    expect(await opened.signIn.authenticate(withTelegram.auth_v1_token)).toBeUndefined();
    expect(await opened.signIn.authenticate(withWallet.auth_v1_token)).toBeDefined();
    expect(await byTelegram()).toMatchObject({ user: null });
    expect(await opened.directory.owner()).toMatchObject({ wallets: [{}], telegram: null });
  });

  it('lists users who signed in, newest first, in pages', async () => {
    opened = openTestSignIn();
    for (const wallet of [first, second, third]) {
      await opened.withWallet(wallet);
      opened.pass(minute);
    }
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await opened.directory.page(cursor, 2);
      expect(page.total).toBe(3);
      pages.push(...page.users.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(
      [third, second, first].map(({ address }) => Address.parse(address).toString({ bounceable: false })),
    );
    expect((await opened.directory.page(undefined, 1)).users[0]).toMatchObject({
      sessions: 1,
      last_seen_at: '2026-05-01T12:02:00.000Z',
      telegram_id: null,
    });
    for (const wrong of ['', 'x', '1.', '9.é'])
      await expect(opened.directory.page(wrong, 2)).rejects.toThrow('cursor');
  });

  it('signs a user out everywhere', async () => {
    opened = openTestSignIn();
    const tokens = [await opened.withWallet(first), await opened.withWallet(first)];
    const other = await opened.withWallet(second);
    await opened.directory.signOutEverywhere(tokens[0]?.user?.id ?? '');
    for (const { auth_v1_token: token } of tokens)
      expect(await opened.signIn.authenticate(token)).toBeUndefined();
    expect(await opened.signIn.authenticate(other.auth_v1_token)).toBeDefined();
    await expect(opened.directory.signOutEverywhere('nobody')).rejects.toThrow('no such user');
  });
});
