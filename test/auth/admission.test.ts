import { Address } from '@ton/core';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveSettings } from '../../src/core/settings.ts';
import { Admission } from '../../src/features/auth/admission.ts';
import { type Desk, first, minute, openDesk, problem, second, third } from './open-sign-in.ts';

let desk: Desk;
afterEach(() => desk.close());

const signIn = (wallet: typeof first) => problem(desk.withWallet(wallet));

describe('sign-in with sign_in.who = owner', () => {
  it('is refused before the owner has connected a wallet, with the remedy in the error', async () => {
    desk = openDesk({ who: 'owner' });
    expect(await signIn(first)).toEqual({
      code: 'sign_in_not_allowed',
      detail: expect.stringContaining('connects a wallet in the dashboard first'),
    });
    expect(desk.rows('users')).toBe(1);
  });

  it('is the default of private nodes, and anyone that of public ones', async () => {
    desk = openDesk({ who: undefined });
    expect((await signIn(first)).code).toBe('sign_in_not_allowed');
    desk.close();
    desk = openDesk(
      { who: undefined },
      { node: { type: 'public', public_host: 'https://node.example.org' } },
    );
    expect((await signIn(first)).code).toBe('accepted');
  });

  it('accepts the owner’s wallet as the owner, and refuses others without consuming anything', async () => {
    desk = openDesk({ who: 'owner' });
    await desk.makeOwner(first);
    const owner = await desk.withWallet(first);
    expect(owner.user).toMatchObject({ id: 'owner', is_owner: true });
    expect(desk.signIn.authenticate(owner.auth_v1_token)).toMatchObject({
      user: 'owner',
      principal: 'user:owner',
      name: 'owner',
    });
    const payload = await desk.challenge();
    const other = { initData: undefined, proof: desk.prove(second, payload) };
    expect(await problem(desk.signIn.signIn(other))).toEqual({
      code: 'sign_in_not_allowed',
      detail: expect.stringContaining('Only this node’s owner'),
    });
    expect(
      await problem(desk.signIn.signIn({ initData: undefined, proof: desk.prove(first, payload) })),
    ).toMatchObject({ code: 'accepted' });
  });

  it('requires a proof of the wallet once, then accepts Telegram alone', async () => {
    desk = openDesk({ who: 'owner' });
    await desk.makeOwner(first);
    const initData = desk.initData(7);
    const begun = await desk.signIn.signIn({ initData, proof: undefined });
    expect(begun).toMatchObject({ user: null, connected_wallet: null });
    expect(desk.signIn.authenticate(begun.auth_v1_token)).toBeUndefined();
    const linked = await desk.signIn.signIn({ initData, proof: desk.prove(first, begun.auth_v1_token) });
    expect(linked.user).toMatchObject({ id: 'owner', telegram_id: 7, first_name: 'Ada' });
    const later = await desk.signIn.signIn({ initData, proof: undefined });
    expect(later).toMatchObject({ user: { id: 'owner' }, connected_wallet: { version: 'v5R1' } });
  });

  it('accepts a challenge for one Telegram user only, and returns its id', async () => {
    desk = openDesk({ who: 'owner' });
    await desk.makeOwner(first);
    const proof = desk.prove(first, await desk.challenge(desk.initData(7)));
    expect(await problem(desk.signIn.signIn({ initData: desk.initData(8), proof }))).toMatchObject({
      code: 'invalid_ton_proof',
    });
    expect(await desk.signIn.signIn({ initData: undefined, proof })).toMatchObject({
      user: { id: 'owner', telegram_id: 7, first_name: null },
    });
  });

  it('assigns a wallet to the owner that another user proved before', async () => {
    desk = openDesk();
    await desk.withWallet(first);
    desk.pass(minute);
    await desk.makeOwner(first);
    expect((await desk.withWallet(first)).user?.id).toBe('owner');
  });

  it('accepts a second wallet of the owner with the session of the first', async () => {
    desk = openDesk({ who: 'owner' });
    await desk.makeOwner(first);
    const { auth_v1_token: session } = await desk.withWallet(first);
    await desk.signIn.signIn({ initData: undefined, proof: desk.prove(second, session) });
    expect((await desk.withWallet(second)).user?.id).toBe('owner');
  });
});

describe('sign-in with sign_in.who = list', () => {
  it.each([
    ['raw', first.address],
    ['friendly', Address.parse(first.address).toString()],
    ['for a test network', Address.parse(first.address).toString({ bounceable: false, testOnly: true })],
  ])('accepts a wallet whose %s address is listed, and no other', async (_form, entry) => {
    desk = openDesk({ who: 'list', list: [entry] });
    expect((await signIn(first)).code).toBe('accepted');
    expect(await signIn(second)).toEqual({
      code: 'sign_in_not_allowed',
      detail: expect.stringContaining('sign_in.list'),
    });
  });

  it('accepts a listed Telegram user, and the owner in any case', async () => {
    desk = openDesk({ who: 'list', list: ['telegram:7'] });
    await desk.makeOwner(third);
    const ada = await desk.signIn.signIn({ initData: desk.initData(7), proof: undefined });
    expect(ada.user).toMatchObject({ telegram_id: 7 });
    expect((await desk.signIn.signIn({ initData: desk.initData(8), proof: undefined })).user).toBeNull();
    expect((await desk.withWallet(third)).user?.id).toBe('owner');
    const linked = await desk.signIn.signIn({
      initData: desk.initData(7),
      proof: desk.prove(second, ada.auth_v1_token),
    });
    expect(linked.user?.id).toBe(ada.user?.id);
    expect((await signIn(second)).code).toBe('accepted');
  });

  it('accepts the Telegram user of a listed wallet again', async () => {
    desk = openDesk();
    const ada = await desk.signIn.signIn({ initData: desk.initData(7), proof: undefined });
    desk.reopen({ who: 'list', list: [second.address] });
    const begun = await desk.signIn.signIn({ initData: desk.initData(7), proof: undefined });
    expect(begun.user).toBeNull();
    const proof = desk.prove(second, begun.auth_v1_token);
    expect((await desk.signIn.signIn({ initData: desk.initData(7), proof })).user?.id).toBe(ada.user?.id);
  });

  it('names an invalid entry', () => {
    desk = openDesk();
    for (const entry of ['ada', 'telegram:ada', `${first.address}0`])
      expect(() => new Admission(resolveSettings({ sign_in: { list: [entry] } }))).toThrow(
        `sign_in.list: “${entry}”`,
      );
  });
});

it('excludes users immediately when the list is narrowed', async () => {
  desk = openDesk();
  await desk.makeOwner(third);
  const [one, two, owner] = [
    await desk.withWallet(first),
    await desk.withWallet(second),
    await desk.withWallet(third),
  ].map(({ auth_v1_token: token }) => token) as [string, string, string];
  const areIn = () => [one, two, owner].map((token) => desk.signIn.authenticate(token) !== undefined);
  expect(areIn()).toEqual([true, true, true]);
  desk.reopen({ who: 'list', list: [second.address] });
  expect(areIn()).toEqual([false, true, true]);
  desk.reopen({ who: 'owner' });
  expect(areIn()).toEqual([false, false, true]);
});

describe('the dashboard', () => {
  it('links the owner’s wallet only with a proof for the manifest’s host', async () => {
    desk = openDesk({ who: 'owner' });
    const seconds = Date.parse('2026-05-01T12:00:00Z') / 1000;
    const proof = first.prove('evil.example', 'asked', seconds);
    expect(await problem(desk.signIn.linkWallet('owner', proof, 'node.example', () => true))).toMatchObject({
      code: 'invalid_ton_proof',
    });
    expect(desk.directory.owner()).toEqual({ wallets: [], telegram: null });
    await desk.makeOwner(first);
    expect(desk.directory.owner().wallets).toMatchObject([{ version: 'v5R1' }]);
  });

  it('removes a wallet from the owner permanently, and ends its sessions', async () => {
    desk = openDesk({ who: 'owner' });
    await desk.makeOwner(first);
    await desk.makeOwner(second);
    const one = await desk.withWallet(first);
    const two = await desk.withWallet(second);
    desk.directory.forgetOwnerWallet(first.address);
    expect(desk.signIn.authenticate(one.auth_v1_token)).toBeUndefined();
    expect(desk.signIn.authenticate(two.auth_v1_token)).toBeDefined();
    expect((await signIn(first)).code).toBe('sign_in_not_allowed');
    expect(() => desk.directory.forgetOwnerWallet(third.address)).toThrow('not linked');
  });

  it('also removes a wallet whose session has ended, which would otherwise sign in as the owner again', async () => {
    desk = openDesk({ who: 'owner' });
    await desk.makeOwner(first);
    desk.signIn.signOut((await desk.withWallet(first)).auth_v1_token);
    expect(desk.directory.owner().wallets).toHaveLength(1);
    desk.directory.forgetOwnerWallet(first.address);
    expect(desk.directory.owner().wallets).toEqual([]);
    expect((await signIn(first)).code).toBe('sign_in_not_allowed');
  });

  it('removes Telegram from the owner, which a temporary holder of the wallet may have attached', async () => {
    desk = openDesk({ who: 'owner' });
    await desk.makeOwner(first);
    const byTelegram = () => desk.signIn.signIn({ initData: desk.initData(8), proof: undefined });
    const proof = desk.prove(first, await desk.challenge());
    const withWallet = await desk.signIn.signIn({ initData: desk.initData(8), proof });
    const withTelegram = await byTelegram();
    expect(withTelegram.user).toMatchObject({ id: 'owner', first_name: 'Bob' });
    desk.directory.forgetOwnerTelegram();
    expect(desk.signIn.authenticate(withTelegram.auth_v1_token)).toBeUndefined();
    expect(desk.signIn.authenticate(withWallet.auth_v1_token)).toBeDefined();
    expect(await byTelegram()).toMatchObject({ user: null });
    expect(desk.directory.owner()).toMatchObject({ wallets: [{}], telegram: null });
  });

  it('lists users who signed in, newest first, in pages', async () => {
    desk = openDesk();
    for (const wallet of [first, second, third]) {
      await desk.withWallet(wallet);
      desk.pass(minute);
    }
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = desk.directory.page(cursor, 2);
      expect(page.total).toBe(3);
      pages.push(...page.users.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(
      [third, second, first].map(({ address }) => Address.parse(address).toString({ bounceable: false })),
    );
    expect(desk.directory.page(undefined, 1).users[0]).toMatchObject({
      sessions: 1,
      last_seen_at: '2026-05-01T12:02:00.000Z',
      telegram_id: null,
    });
    for (const wrong of ['', 'x', '1.', '9.é']) expect(() => desk.directory.page(wrong, 2)).toThrow('cursor');
  });

  it('signs a user out everywhere', async () => {
    desk = openDesk();
    const tokens = [await desk.withWallet(first), await desk.withWallet(first)];
    const other = await desk.withWallet(second);
    desk.directory.signOutEverywhere(tokens[0]?.user?.id ?? '');
    for (const { auth_v1_token: token } of tokens) expect(desk.signIn.authenticate(token)).toBeUndefined();
    expect(desk.signIn.authenticate(other.auth_v1_token)).toBeDefined();
    expect(() => desk.directory.signOutEverywhere('nobody')).toThrow('no such user');
  });
});
