import { describe, expect, it, vi } from 'vitest';
import type { AdmissionRules } from '../../src/features/auth/admission.ts';
import {
  type Account,
  type SignInStore,
  sessionsPerUser,
  signInSessionLifetimeMs,
  spentRetentionMs,
  type WalletSignIn,
  type WalletSignInResult,
  walletsPerUser,
} from '../../src/features/auth/sign-in-store.ts';
import type { TokenStore } from '../../src/features/auth/tokens/token-store.ts';
import type { Later } from './replica.ts';

type Store = Later<SignInStore>;

/** Two stores of the same database. */
export interface AuthStores {
  store: Store;
  tokens: Later<TokenStore>;
}

type MakeStores = () => AuthStores | Promise<AuthStores>;

/** Not a fixed time, because replicas use the clock of the database, too. */
const start = Date.now();
const minute = 60_000;
const hashOf = (name: string): Buffer => Buffer.alloc(32, name);
const addressOf = (n: number): string => `0:${n.toString(16).padStart(64, '0')}`;
const [first, second, third] = [addressOf(1), addressOf(2), addressOf(3)];

const rules = (who: AdmissionRules['who'], list: Partial<AdmissionRules> = {}): AdmissionRules => ({
  who,
  telegramIds: new Set(),
  wallets: new Set(),
  ...list,
});
const anyone = rules('anyone');

/** Returns the part of a command that names the session `name`, and the user `user-name` in case it is a new one. */
const beginning = (name: string, now = start) => ({
  admission: anyone,
  newUserId: `user-${name}`,
  session: { tokenSha256: hashOf(name), id: `session-${name}` },
  now,
});

const profileOf = (telegramId: number, username: string | null = 'ada') => ({
  telegramId,
  username,
  firstName: 'Ada',
  lastName: null,
});

/** Returns the command of a sign-in that begins the session `name` with its own challenge. */
const byWallet = (name: string, address = first, other: Partial<WalletSignIn> = {}): WalletSignIn => ({
  ...beginning(name, other.now),
  payload: { type: 'challenge', sha256: hashOf(`c${name}`), expiresAt: start + 20 * minute },
  wallet: { address, version: 'v5R1' },
  telegram: undefined,
  ...other,
});

const byTelegram = (name: string, telegramId: number, now = start, admission = anyone) => ({
  ...beginning(name, now),
  admission,
  profile: profileOf(telegramId),
});

const accountIn = (result: WalletSignInResult): Account => {
  if (result.outcome !== 'signed_in') throw new Error(`The outcome is ${result.outcome}.`);
  return result.account;
};

const sessionOf = (name: string) =>
  ({ type: 'session', id: `session-${name}`, userId: `user-${name}` }) as const;

const linkedIn = (account: Account | undefined): string[] =>
  account?.wallets.filter(({ linked }) => linked === 1).map(({ address }) => address) ?? [];

/** Links a wallet to a user, as the dashboard does it. */
const link = (store: Store, userId: string, address: string) =>
  store.linkWallet({
    userId,
    wallet: { address, version: 'v5R1' },
    requester: { type: 'dashboard' },
    admission: anyone,
    now: start,
  });

/** The tests that every implementation of `SignInStore` passes; `makeStores` makes empty ones. */
export function describeSignInStore(name: string, makeStores: MakeStores): void {
  describe(name, () => {
    describeWalletSignIn(makeStores);
    describeIdentification(makeStores);
    describeTelegram(makeStores);
    describeSessions(makeStores);
    describeWallets(makeStores);
    describeRequesters(makeStores);
    describeUsers(makeStores);
  });
}

function describeWalletSignIn(makeStores: MakeStores): void {
  it('adds a user with the wallet and a session', async () => {
    const { store } = await makeStores();
    const account = {
      user: {
        id: 'user-a',
        telegramId: null,
        username: null,
        firstName: null,
        lastName: null,
        selectedWallet: first,
        unprovenWallet: null,
        createdAt: start,
      },
      wallets: [
        {
          userId: 'user-a',
          address: first,
          version: 'v5R1',
          linked: 1,
          firstProvenAt: start,
          provenAt: start,
        },
      ],
    };
    const session = {
      tokenSha256: hashOf('a'),
      id: 'session-a',
      userId: 'user-a',
      wallet: first,
      createdAt: start,
      lastUsedAt: start,
      expiresAt: start + signInSessionLifetimeMs,
      endedAt: null,
    };
    expect(await store.signInWithWallet(byWallet('a'))).toEqual({ outcome: 'signed_in', account });
    expect(await store.find(hashOf('a'), start)).toEqual(session);
    expect(await store.use(hashOf('a'), start)).toEqual({ session, account });
    expect(await store.account('user-a')).toEqual(account);
    expect(await store.account('user-b')).toBeUndefined();
    expect(await store.find(hashOf('b'), start)).toBeUndefined();
  });

  it('accepts a challenge once, also a day after its expiry', async () => {
    const { store } = await makeStores();
    const { payload } = byWallet('a');
    accountIn(await store.signInWithWallet(byWallet('a')));
    const later = start + 20 * minute + spentRetentionMs - 1;
    accountIn(await store.signInWithWallet(byWallet('b', second, { now: later })));
    expect(await store.signInWithWallet(byWallet('c', third, { payload }))).toEqual({ outcome: 'used' });
    expect(await store.account('user-c')).toBeUndefined();
    expect(await store.find(hashOf('c'), start)).toBeUndefined();
  });

  it('accepts one of several sign-ins with the same challenge at once', async () => {
    const { store } = await makeStores();
    const { payload } = byWallet('x');
    const names = ['a', 'b', 'c', 'd'];
    const results = await Promise.all(
      names.map((name, n) => store.signInWithWallet(byWallet(name, addressOf(n), { payload }))),
    );
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['signed_in', 'used', 'used', 'used']);
    expect((await store.page(undefined, 10, start)).total).toBe(1);
  });

  it('ends the session whose token was signed, and begins another one of the same user', async () => {
    const { store } = await makeStores();
    await store.signInWithWallet(byWallet('a'));
    const payload = sessionOf('a');
    const account = accountIn(await store.signInWithWallet(byWallet('b', second, { payload })));
    expect([account.user.id, account.user.selectedWallet]).toEqual(['user-a', second]);
    expect(linkedIn(account)).toEqual([first, second]);
    expect(await store.find(hashOf('a'), start)).toBeUndefined();
    expect((await store.find(hashOf('b'), start))?.userId).toBe('user-a');
    expect(await store.signInWithWallet(byWallet('c', third, { payload }))).toEqual({ outcome: 'used' });
    const unknown = { ...payload, id: 'session-x' };
    expect(await store.signInWithWallet(byWallet('c', third, { payload: unknown }))).toEqual({
      outcome: 'used',
    });
  });

  it('accepts one of several sign-ins with the same session at once', async () => {
    const { store } = await makeStores();
    await store.signInWithWallet(byWallet('a'));
    const results = await Promise.all(
      ['b', 'c', 'd'].map((name, n) =>
        store.signInWithWallet(byWallet(name, addressOf(n + 2), { payload: sessionOf('a') })),
      ),
    );
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['signed_in', 'used', 'used']);
    expect((await store.account('user-a'))?.wallets).toHaveLength(2);
  });

  it('changes nothing when the user may have no more wallets', async () => {
    const { store } = await makeStores();
    await store.signInWithWallet(byWallet('a'));
    for (let n = 2; n <= walletsPerUser; n += 1) await link(store, 'user-a', addressOf(n));
    const payload = sessionOf('a');
    const before = await store.account('user-a');
    const tooMany = byWallet('b', addressOf(999), { payload, telegram: profileOf(7) });
    expect(await store.signInWithWallet(tooMany)).toEqual({ outcome: 'too_many_wallets' });
    expect(await link(store, 'user-a', addressOf(999))).toBe('too_many_wallets');
    expect(await store.account('user-a')).toEqual(before);
    expect(await store.find(hashOf('a'), start)).toBeDefined();
    accountIn(await store.signInWithWallet(byWallet('b', first, { payload })));
  });
}

function describeIdentification(makeStores: MakeStores): void {
  it('identifies the user by the Telegram id, then by the wallet: the owner, then by the first proof', async () => {
    const { store } = await makeStores();
    const who = async (name: string, telegram?: WalletSignIn['telegram']) =>
      accountIn(await store.signInWithWallet(byWallet(name, first, { telegram }))).user.id;
    await store.signInWithTelegram(byTelegram('t', 7));
    expect(await who('a')).toBe('user-a');
    expect(await who('b')).toBe('user-a');
    expect(await who('c', profileOf(7))).toBe('user-t');
    expect(await who('d')).toBe('user-a');
    await link(store, 'owner', first);
    expect(await who('e')).toBe('owner');
    expect(await who('f', { telegramId: 7 })).toBe('user-t');
  });

  it('gives two sign-ins with the same new wallet at once the same user', async () => {
    const { store } = await makeStores();
    const results = await Promise.all(['a', 'b'].map((name) => store.signInWithWallet(byWallet(name))));
    expect(new Set(results.map((result) => accountIn(result).user.id)).size).toBe(1);
    expect((await store.page(undefined, 10, start)).total).toBe(1);
  });

  it('refuses who may not sign in, and keeps the challenge', async () => {
    const { store } = await makeStores();
    const owner = { admission: rules('owner') };
    const refused = (hasOwner: boolean) => ({ outcome: 'not_admitted', hasOwner });
    expect(await store.signInWithWallet(byWallet('a', first, owner))).toEqual(refused(false));
    await link(store, 'owner', second);
    expect(await store.signInWithWallet(byWallet('a', first, owner))).toEqual(refused(true));
    expect((await store.page(undefined, 10, start)).total).toBe(0);
    expect(accountIn(await store.signInWithWallet(byWallet('a', second, owner))).user.id).toBe('owner');
  });

  it('skips users who may not sign in for others who may', async () => {
    const { store } = await makeStores();
    await store.signInWithTelegram(byTelegram('t', 7));
    await store.signInWithWallet(byWallet('a'));
    await store.signInWithWallet(byWallet('b', second, { payload: sessionOf('a') }));
    await link(store, 'owner', third);
    const who = async (name: string, address: string, admission: AdmissionRules, telegramId?: number) =>
      accountIn(
        await store.signInWithWallet(
          byWallet(name, address, {
            admission,
            telegram: telegramId === undefined ? undefined : { telegramId },
          }),
        ),
      ).user.id;
    expect(await who('c', first, rules('list', { wallets: new Set([second]) }))).toBe('user-a');
    expect(await who('d', third, rules('owner'), 7)).toBe('owner');
    expect(await who('e', addressOf(9), rules('list', { telegramIds: new Set([8]) }), 8)).toBe('user-e');
  });

  it('refuses a session that belongs to another person than the Telegram id', async () => {
    const { store } = await makeStores();
    await store.signInWithTelegram(byTelegram('t', 7));
    await store.signInWithWallet(byWallet('a'));
    const payload = sessionOf('a');
    const telegram = profileOf(7);
    expect(await store.signInWithWallet(byWallet('b', second, { payload, telegram }))).toEqual({
      outcome: 'other_user',
    });
    const own = byWallet('b', second, { payload, telegram: profileOf(8) });
    expect(accountIn(await store.signInWithWallet(own)).user).toMatchObject({ id: 'user-a', telegramId: 8 });
  });
}

function describeTelegram(makeStores: MakeStores): void {
  it('signs in with Telegram, and updates the profile', async () => {
    const { store } = await makeStores();
    const added = await store.signInWithTelegram(byTelegram('a', 7));
    expect(added).toMatchObject({ user: { id: 'user-a', ...profileOf(7) }, wallets: [] });
    const again = { ...byTelegram('b', 7), profile: profileOf(7, 'new') };
    expect((await store.signInWithTelegram(again))?.user).toMatchObject({ id: 'user-a', username: 'new' });
    expect(await store.find(hashOf('b'), start)).toMatchObject({ userId: 'user-a', wallet: null });
  });

  it('refuses those who may not sign in', async () => {
    const { store } = await makeStores();
    expect(await store.signInWithTelegram(byTelegram('a', 7, start, rules('owner')))).toBeUndefined();
    const listed = rules('list', { telegramIds: new Set([8]), wallets: new Set([first]) });
    expect(await store.signInWithTelegram(byTelegram('a', 7, start, listed))).toBeUndefined();
    expect((await store.page(undefined, 10, start)).total).toBe(0);
    expect((await store.signInWithTelegram(byTelegram('b', 8, start, listed)))?.user.id).toBe('user-b');
    await store.signInWithWallet(byWallet('c', first, { telegram: { telegramId: 7 } }));
    expect((await store.signInWithTelegram(byTelegram('d', 7, start, listed)))?.user.id).toBe('user-c');
  });

  it('adds one user for several sign-ins with the same new Telegram id at once', async () => {
    const { store } = await makeStores();
    const accounts = await Promise.all(
      ['a', 'b', 'c'].map((name) => store.signInWithTelegram(byTelegram(name, 7))),
    );
    expect(new Set(accounts.map((account) => account?.user.id)).size).toBe(1);
    expect((await store.page(undefined, 10, start)).total).toBe(1);
  });

  it('stores a Telegram id without overwriting a profile, another id, or one of somebody else', async () => {
    const { store } = await makeStores();
    await store.signInWithTelegram(byTelegram('a', 7));
    const named = byWallet('b', first, { telegram: { telegramId: 7 } });
    expect(accountIn(await store.signInWithWallet(named)).user).toMatchObject(profileOf(7));
    const other = byWallet('c', first, { telegram: profileOf(8) });
    expect(accountIn(await store.signInWithWallet(other)).user).toMatchObject({
      id: 'user-a',
      telegramId: 7,
    });
  });

  it('forgets Telegram, and ends the sessions that began with it alone', async () => {
    const { store } = await makeStores();
    await store.signInWithTelegram(byTelegram('a', 7));
    await store.signInWithWallet(byWallet('b', first, { telegram: profileOf(7) }));
    await store.forgetTelegram('user-a', start);
    expect((await store.account('user-a'))?.user).toMatchObject({ telegramId: null, username: null });
    expect(await store.find(hashOf('a'), start)).toBeUndefined();
    expect(await store.find(hashOf('b'), start)).toBeDefined();
    expect((await store.signInWithTelegram(byTelegram('c', 7)))?.user.id).toBe('user-c');
  });
}

function describeSessions(makeStores: MakeStores): void {
  it('prolongs a session that is used, once a minute', async () => {
    const { store } = await makeStores();
    await store.signInWithWallet(byWallet('a'));
    const times = async () => {
      await store.writeUses();
      const { lastUsedAt, expiresAt } = (await store.find(hashOf('a'), start)) ?? {};
      return [lastUsedAt, expiresAt];
    };
    await store.use(hashOf('a'), start + minute);
    expect(await times()).toEqual([start, start + signInSessionLifetimeMs]);
    const later = start + minute + 1;
    expect((await store.use(hashOf('a'), later))?.session.id).toBe('session-a');
    expect(await times()).toEqual([later, later + signInSessionLifetimeMs]);
    expect(await store.use(hashOf('a'), later + signInSessionLifetimeMs)).toBeUndefined();
    expect(await store.find(hashOf('a'), later + signInSessionLifetimeMs)).toBeUndefined();
  });

  it('prolongs a session that is used just before it expires, before it expires', async () => {
    const { store } = await makeStores();
    await store.signInWithWallet(byWallet('a'));
    const end = start + signInSessionLifetimeMs;
    expect(await store.use(hashOf('a'), end - 5_000)).toBeDefined();
    await vi.waitFor(async () => expect(await store.find(hashOf('a'), end)).toBeDefined());
  });

  it('keeps the most recently used sessions of a user, and no expired ones', async () => {
    const { store } = await makeStores();
    await store.signInWithTelegram(byTelegram('x', 8));
    for (let n = 0; n < sessionsPerUser; n += 1) {
      await store.signInWithTelegram({ ...byTelegram('a', 7, start + n), ...sessionNumbered(n, start + n) });
    }
    await store.use(sessionNumbered(0).session.tokenSha256, start + 2 * minute);
    await store.writeUses();
    const last = start + 3 * minute;
    await store.signInWithTelegram({
      ...byTelegram('a', 7, last),
      ...sessionNumbered(sessionsPerUser, last),
    });
    const alive = async (n: number) =>
      (await store.find(sessionNumbered(n).session.tokenSha256, last)) !== undefined;
    expect([await alive(0), await alive(1), await alive(2), await alive(sessionsPerUser)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(await store.find(hashOf('x'), last)).toBeDefined();
    await store.signInWithTelegram(byTelegram('z', 9, start + 2 * signInSessionLifetimeMs));
    expect(await store.find(hashOf('x'), start)).toBeUndefined();
  });

  it('signs out once, and unlinks the selected wallet', async () => {
    const { store } = await makeStores();
    const account = accountIn(await store.signInWithWallet(byWallet('a')));
    await link(store, 'user-a', second);
    const results = await Promise.all([1, 2, 3].map(() => store.signOut(hashOf('a'), start)));
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['ended', 'ended_before', 'ended_before']);
    const ended = results.find((result) => result.outcome === 'ended');
    expect(ended).toMatchObject({ session: { id: 'session-a' }, account: { user: { id: account.user.id } } });
    const after = await store.account('user-a');
    expect([linkedIn(after), after?.user.selectedWallet]).toEqual([[first], null]);
    expect(await store.use(hashOf('a'), start)).toBeUndefined();
    expect(await store.signOut(hashOf('a'), start + signInSessionLifetimeMs)).toEqual({ outcome: 'unknown' });
    expect(await store.signOut(hashOf('b'), start)).toEqual({ outcome: 'unknown' });
  });

  it('forgets an unproven wallet instead, when it signs out', async () => {
    const { store } = await makeStores();
    await store.signInWithWallet(byWallet('a'));
    await store.useWallet('user-a', second, true);
    await store.signOut(hashOf('a'), start);
    const after = await store.account('user-a');
    expect(after?.user).toMatchObject({ unprovenWallet: null, selectedWallet: first });
    expect(linkedIn(after)).toEqual([first]);
  });

  it('ends all sessions of a user, and of no other', async () => {
    const { store } = await makeStores();
    for (const name of ['a', 'b']) await store.signInWithWallet(byWallet(name));
    await store.signInWithWallet(byWallet('c', second));
    expect(await store.endSessions('user-a', start)).toBe(true);
    expect(await store.endSessions('nobody', start)).toBe(false);
    const alive = await Promise.all(['a', 'b', 'c'].map((name) => store.find(hashOf(name), start)));
    expect(alive.map((session) => session?.id)).toEqual([undefined, undefined, 'session-c']);
  });
}

const sessionNumbered = (n: number, now = start) => ({
  session: { tokenSha256: Buffer.alloc(32, `n${n}.`), id: `session-${n}` },
  now,
});

function describeWallets(makeStores: MakeStores): void {
  it('selects a linked wallet, or an unproven one where it may', async () => {
    const { store } = await makeStores();
    await store.signInWithWallet(byWallet('a'));
    await link(store, 'user-a', second);
    const inUse = async (address: string, orUnproven: boolean) => {
      const user = (await store.useWallet('user-a', address, orUnproven))?.user;
      return user && [user.selectedWallet, user.unprovenWallet];
    };
    expect(await inUse(first, false)).toEqual([first, null]);
    expect(await inUse(third, false)).toBeUndefined();
    expect(await inUse(third, true)).toEqual([first, third]);
    expect(await inUse(addressOf(4), true)).toEqual([first, addressOf(4)]);
    expect(await inUse(second, true)).toEqual([second, null]);
    expect(linkedIn(await store.account('user-a')).sort()).toEqual([first, second]);
  });

  it('unlinks a wallet once, until it is proven again', async () => {
    const { store } = await makeStores();
    await store.signInWithWallet(byWallet('a'));
    const unlinked = await Promise.all([1, 2].map(() => store.unlinkWallet('user-a', first)));
    expect(unlinked.sort()).toEqual([false, true]);
    expect(await store.unlinkWallet('user-a', second)).toBe(false);
    expect(await store.account('user-a')).toMatchObject({
      user: { selectedWallet: null },
      wallets: [{ linked: 0 }],
    });
    const again = byWallet('b', first, { now: start + 1, wallet: { address: first, version: 'v4R2' } });
    expect(accountIn(await store.signInWithWallet(again))).toMatchObject({
      user: { id: 'user-a', selectedWallet: first },
      wallets: [{ linked: 1, version: 'v4R2', firstProvenAt: start, provenAt: start + 1 }],
    });
  });

  it('forgets a wallet once, and ends the sessions that it began', async () => {
    const { store } = await makeStores();
    await store.signInWithWallet(byWallet('a'));
    await store.signInWithWallet(byWallet('b'));
    await store.signInWithWallet(byWallet('c', second, { payload: sessionOf('a') }));
    const forgotten = await Promise.all([1, 2].map(() => store.forgetWallet('user-a', first, start)));
    expect(forgotten.sort()).toEqual([false, true]);
    expect(await store.find(hashOf('b'), start)).toBeUndefined();
    expect((await store.find(hashOf('c'), start))?.wallet).toBe(second);
    expect(await store.account('user-a')).toMatchObject({
      user: { selectedWallet: second },
      wallets: [{ address: second }],
    });
    await store.forgetWallet('user-a', second, start);
    expect((await store.account('user-a'))?.user.selectedWallet).toBeNull();
    expect(accountIn(await store.signInWithWallet(byWallet('d'))).user.id).toBe('user-d');
  });

  it('links wallets up to the limit, however many ask at once', async () => {
    const { store } = await makeStores();
    for (let n = 1; n < walletsPerUser; n += 1) await link(store, 'owner', addressOf(n));
    const results = await Promise.all([201, 202, 203].map((n) => link(store, 'owner', addressOf(n))));
    expect(results.filter((result) => result === 'too_many_wallets')).toHaveLength(2);
    expect((await store.account('owner'))?.wallets).toHaveLength(walletsPerUser);
  });
}

function describeRequesters(makeStores: MakeStores): void {
  const wallet = { address: second, version: 'v5R1' };

  it('lets a session act while it is valid and its user may sign in', async () => {
    const { store } = await makeStores();
    await store.signInWithWallet(byWallet('a'));
    const requester = sessionOf('a');
    const mayAct = (admission = anyone, now = start) => store.mayAct(requester, admission, now);
    expect(await mayAct()).toBe(true);
    expect(await mayAct(rules('owner'))).toBe(false);
    expect(await mayAct(rules('list', { wallets: new Set([first]) }))).toBe(true);
    expect(await mayAct(anyone, start + signInSessionLifetimeMs)).toBe(false);
    expect(await store.mayAct({ ...requester, userId: 'owner' }, anyone, start)).toBe(false);
    await store.signOut(hashOf('a'), start);
    expect(await mayAct()).toBe(false);
    const command = { userId: 'user-a', wallet, requester, admission: anyone, now: start };
    expect(await store.linkWallet(command)).toBe('signed_out');
    expect((await store.account('user-a'))?.wallets).toHaveLength(1);
  });

  it('lets an API token act until it is revoked, and the dashboard always', async () => {
    const { store, tokens } = await makeStores();
    const token = { id: 'a', tokenSha256: hashOf('a'), name: 'bot', scopes: [], createdAt: start };
    await tokens.add({ ...token, scopes: ['content:read'] });
    const requester = { type: 'token', id: 'a' } as const;
    const command = { userId: 'owner', wallet, requester, admission: rules('owner'), now: start };
    expect(await store.mayAct(requester, rules('owner'), start)).toBe(true);
    expect(await store.linkWallet(command)).toMatchObject({ user: { id: 'owner', selectedWallet: second } });
    await tokens.revoke('a');
    expect(await store.mayAct(requester, anyone, start)).toBe(false);
    expect(await store.linkWallet({ ...command, wallet: { ...wallet, address: third } })).toBe('signed_out');
    expect(await store.mayAct({ type: 'dashboard' }, rules('owner'), start)).toBe(true);
    expect((await store.account('owner'))?.wallets).toHaveLength(1);
  });
}

function describeUsers(makeStores: MakeStores): void {
  it('lists users without the owner, the newest first, with their sessions', async () => {
    const { store } = await makeStores();
    await link(store, 'owner', third);
    for (const [n, name] of ['a', 'b', 'c'].entries()) {
      await store.signInWithWallet(byWallet(name, addressOf(10 + n), { now: start + (n === 0 ? 0 : 1) }));
    }
    await store.signInWithWallet(byWallet('d', addressOf(10), { now: start + 5 }));
    await store.signOut(hashOf('a'), start);
    const page = async (after?: { createdAt: number; id: string }) =>
      (await store.page(after, 2, start + 10)).accounts;
    const newest = await page();
    expect(newest.map(({ user }) => user.id)).toEqual(['user-c', 'user-b']);
    const oldest = await page(newest[1]?.user);
    expect(oldest).toMatchObject([{ user: { id: 'user-a' }, sessions: 1, lastUsedAt: start + 5 }]);
    expect(oldest[0]?.wallets).toMatchObject([{ address: addressOf(10), linked: 0 }]);
    expect((await store.page(undefined, 1, start)).total).toBe(3);
    expect(await page(oldest[0]?.user)).toEqual([]);
    const later = await store.page(undefined, 1, start + 2 * signInSessionLifetimeMs);
    expect(later.accounts).toMatchObject([{ sessions: 0, lastUsedAt: start + 1 }]);
  });
}
