import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Accounts } from '../../src/features/auth/accounts.ts';
import { UserRepository } from '../../src/features/auth/repository/user-repository.ts';
import { WalletRepository } from '../../src/features/auth/repository/wallet-repository.ts';
import { spentRetentionMs, type WalletSignIn } from '../../src/features/auth/sign-in-store.ts';
import { ApiTokens } from '../../src/features/auth/tokens/api-tokens.ts';
import { authenticator } from '../../src/features/auth/tokens/authenticator.ts';
import type { PostgresDatabase } from '../../src/platform/postgres/postgres-database.ts';
import { type AuthReplica, openAuthReplica, openTwoAuthReplicas } from './replica.ts';

const now = Date.now();
const day = 86_400_000;
const anyone = { who: 'anyone', telegramIds: new Set<number>(), wallets: new Set<string>() } as const;
const hashOf = (name: string): Buffer => Buffer.alloc(32, `${name}.`);

const signIn = (challenge: string, session: string, address: string, telegramId?: number): WalletSignIn => ({
  admission: anyone,
  newUserId: `user-${session}`,
  session: { tokenSha256: hashOf(session), id: session },
  now,
  payload: { type: 'challenge', sha256: hashOf(challenge), expiresAt: now + 1_200_000 },
  wallet: { address, version: 'v5R1' },
  telegram: telegramId === undefined ? undefined : { telegramId },
});

/** What only several replicas with the same users and tokens can show. */
export function describeReplicatedSignIn(
  databases: () => readonly [PostgresDatabase, PostgresDatabase],
  numRuns: number,
): void {
  describe('two replicas with the same users', () => {
    let [a, b] = [] as unknown as [AuthReplica, AuthReplica];

    beforeEach(async () => {
      [a, b] = await openTwoAuthReplicas(databases());
    });

    const rows = ({ db }: AuthReplica, table: string) => db.prepare(`SELECT * FROM ${table}`).all();
    const lastChange = async () => (await databases()[0].query('SELECT last FROM replicated_changes'))[0];
    const accountsOf = ({ db, store }: AuthReplica) =>
      new Accounts({
        store,
        users: new UserRepository(db),
        wallets: new WalletRepository(db),
        testOnly: false,
      });

    it('have the same owner, and refuse one with a wallet of their own', async () => {
      expect(rows(b, 'users')).toEqual(rows(a, 'users'));
      expect(rows(a, 'users')).toMatchObject([{ id: 'owner' }]);
      const joining = await openAuthReplica(databases()[0], (db) =>
        db.exec("UPDATE users SET created_at = 0, telegram_id = 7 WHERE id = 'owner'"),
      ).catch((error: unknown) => String(error));
      expect(joining).toContain('contents of its own (users)');
      const late = await openAuthReplica(databases()[0], (db) => db.exec('UPDATE users SET created_at = 0'));
      expect(rows(late, 'users')).toEqual(rows(a, 'users'));
    });

    it('refuse an API token within two seconds of its revocation, also without a notification', async () => {
      let time = performance.now();
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
      onTestFinished(() => clock.mockRestore());
      const tokens = [a, b].map((replica) => new ApiTokens(replica.tokens));
      const created = await tokens[0]?.create('bot', ['content:read']);
      const onB = authenticator(b.commands, (token) => tokens[1]?.authenticate(token));
      const caller = async () => (await onB(created?.token ?? ''))?.name;
      // It has not been copied yet.
      expect(await caller()).toBe('bot');
      await tokens[0]?.revoke('bot');
      time += 1_000;
      expect(await caller()).toBe('bot');
      time += 1_001;
      expect(await caller()).toBeUndefined();
    });

    it('know a wallet that was linked on another', async () => {
      await a.store.signInWithWallet(signIn('1', '1', 'wallet'));
      const again = await b.store.signInWithWallet(signIn('2', '2', 'wallet'));
      expect(again).toMatchObject({ outcome: 'signed_in', account: { user: { id: 'user-1' } } });
      const [onA, onB] = [accountsOf(a), accountsOf(b)];
      expect(onB.usersWhoProved('wallet')).toEqual(['user-1']);
      await b.store.unlinkWallet('user-1', 'wallet');
      await a.commands.refresh();
      expect(onA.wallets('user-1')).toEqual([]);
      expect(onA.nameOf('user-1')).toBe('user-1');
    });

    it('find a session that has just begun on another', async () => {
      await a.store.signInWithWallet(signIn('1', '1', 'wallet'));
      expect(rows(b, 'sessions')).toEqual([]);
      expect((await b.store.find(hashOf('1'), now))?.userId).toBe('user-1');
      const session = { type: 'session', id: '1', userId: 'user-1' } as const;
      await a.store.signOut(hashOf('1'), now);
      expect(await b.store.mayAct(session, anyone, now)).toBe(false);
    });

    it('begin one session for the same signed sign-in', async () => {
      for (let run = 0; run < numRuns; run += 1) {
        const results = await Promise.all(
          [a, b].map(({ store }, n) => store.signInWithWallet(signIn(`c${run}`, `s${run}.${n}`, `w${run}`))),
        );
        expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['signed_in', 'used']);
        const live = await Promise.all([0, 1].map((n) => a.store.find(hashOf(`s${run}.${n}`), now)));
        expect(live.filter((session) => session !== undefined)).toHaveLength(1);
      }
      expect((await a.store.page(undefined, 1, now)).total).toBe(numRuns);
    });

    it('add one user for the same new wallet or Telegram id, with another wallet each', async () => {
      for (let run = 0; run < numRuns; run += 1) {
        const results = await Promise.all(
          [a, b, a, b].flatMap(({ store }, n) => [
            store.signInWithWallet(signIn(`w${run}.${n}`, `w${run}.${n}`, `same${run}`)),
            store.signInWithWallet(signIn(`t${run}.${n}`, `t${run}.${n}`, `own${run}.${n}`, run + 1)),
          ]),
        );
        const users = results.map((result) => result.outcome === 'signed_in' && result.account.user.id);
        expect(users).not.toContain(false);
        expect(new Set(users).size).toBe(2);
      }
      await a.commands.refresh();
      expect((await a.store.page(undefined, 1, now)).total).toBe(2 * numRuns);
    });

    it('do not identify a user by what was forgotten on another', async () => {
      await a.store.signInWithWallet(signIn('1', '1', 'wallet', 7));
      await b.store.forgetWallet('user-1', 'wallet', now);
      await b.store.forgetTelegram('user-1', now);
      const again = await a.store.signInWithWallet(signIn('2', '2', 'wallet', 7));
      expect(again).toMatchObject({ account: { user: { id: 'user-2' } } });
    });

    it('write the uses of many sessions together', async () => {
      const sessions = Array.from({ length: 50 }, (_, n) => `${n}`);
      for (const name of sessions) await a.store.signInWithWallet(signIn(name, name, `wallet ${name}`));
      await b.commands.refresh();
      const before = await lastChange();
      for (const minutes of [2, 4]) {
        for (const name of sessions) b.store.use(hashOf(name), now + minutes * 60_000);
      }
      expect(await lastChange()).toEqual(before);
      await b.store.writeUses();
      expect(await lastChange()).toEqual({ last: (before as { last: number }).last + 1 });
      await a.commands.refresh();
      const uses = a.db.prepare('SELECT DISTINCT last_used_at FROM sessions').pluck().all();
      expect(uses).toEqual([now + 4 * 60_000]);
    });

    it.each([-3, 3])('accept a challenge once, also if the clock of one is %i days off', async (days) => {
      const off = (command: WalletSignIn): WalletSignIn => ({ ...command, now: now + days * day });
      const used = signIn('1', '1', 'wallet');
      await a.store.signInWithWallet(used);
      await b.store.signInWithWallet(off(signIn('2', '2', 'wallet')));
      expect(await a.store.signInWithWallet(used)).toEqual({ outcome: 'used' });
      expect(await b.store.signInWithWallet(off(used))).toEqual({ outcome: 'used' });
    });

    it('refuse a challenge that may have been removed, and remove it', async () => {
      const old = { type: 'challenge', sha256: hashOf('old'), expiresAt: now - spentRetentionMs } as const;
      await a.commands.run(() =>
        a.db.prepare('INSERT INTO spent_payloads VALUES (?, ?)').run(old.sha256, old.expiresAt),
      );
      // By this clock, it is too early to remove it.
      await b.store.signInWithWallet({ ...signIn('1', '1', 'wallet'), now: now - 3 * day });
      expect(rows(b, 'spent_payloads')).toHaveLength(2);
      await a.store.signInWithWallet(signIn('2', '2', 'wallet'));
      expect(rows(a, 'spent_payloads')).toHaveLength(2);
      const again = { ...signIn('3', '3', 'wallet'), payload: old, now: now - 3 * day };
      expect(await b.store.signInWithWallet(again)).toEqual({ outcome: 'used' });
    });
  });
}
