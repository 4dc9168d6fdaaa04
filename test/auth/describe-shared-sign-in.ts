import { beforeEach, describe, expect, it } from 'vitest';
import { PostgresSignInStore } from '../../src/features/auth/repository/postgres-sign-in-store.ts';
import { PostgresTokenStore } from '../../src/features/auth/repository/postgres-token-store.ts';
import type { WalletSignIn } from '../../src/features/auth/sign-in-store.ts';
import type { PostgresDatabase, Query } from '../../src/platform/postgres/postgres-database.ts';

const now = 1_766_000_000_000;
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

/** Empties what sign-in stores, apart from the owner. */
export async function emptiedSignIn(database: PostgresDatabase): Promise<PostgresDatabase> {
  await database.query('TRUNCATE users, wallets, sessions, spent_payloads, api_tokens');
  await database.query("INSERT INTO users (id, created_at) VALUES ('owner', 0)");
  return database;
}

/** Returns how many statements wait for a lock. */
async function waiting(query: Query): Promise<number | undefined> {
  const [row] = await query<{ n: number }>('SELECT count(DISTINCT pid) AS n FROM pg_locks WHERE NOT granted');
  return row?.n;
}

/** What only several replicas with the same users and tokens can show. */
export function describeSharedSignIn(
  replicas: () => readonly [PostgresDatabase, PostgresDatabase],
  numRuns: number,
): void {
  const stores = () => {
    const [a, b] = replicas();
    return [new PostgresSignInStore(a), new PostgresSignInStore(b)] as const;
  };

  describe('two replicas with the same users', () => {
    beforeEach(async () => {
      await emptiedSignIn(replicas()[0]);
    });

    it('refuse an API token from its revocation on', async () => {
      const [a, b] = replicas().map((database) => new PostgresTokenStore(database));
      const token = { id: 'a', tokenSha256: hashOf('a'), name: 'bot', createdAt: now };
      await a?.add({ ...token, scopes: ['content:read'] });
      expect((await b?.use(token.tokenSha256, now))?.id).toBe('a');
      await a?.revoke('bot');
      expect(await b?.use(token.tokenSha256, now)).toBeUndefined();
    });

    it('refuse a session from its end on', async () => {
      const [a, b] = stores();
      await a.signInWithWallet(signIn('challenge', 'a', 'wallet'));
      expect((await b.use(hashOf('a'), now))?.account.user.id).toBe('user-a');
      await a.signOut(hashOf('a'), now);
      expect(await b.use(hashOf('a'), now)).toBeUndefined();
    });

    it('begin one session for the same signed sign-in', async () => {
      for (let run = 0; run < numRuns; run += 1) {
        const results = await Promise.all(
          stores().map((store, n) => store.signInWithWallet(signIn(`c${run}`, `s${run}.${n}`, `w${run}`))),
        );
        expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['signed_in', 'used']);
        const live = await Promise.all([0, 1].map((n) => stores()[0].find(hashOf(`s${run}.${n}`), now)));
        expect(live.filter((session) => session !== undefined)).toHaveLength(1);
      }
      expect((await stores()[0].page(undefined, 1, now)).total).toBe(numRuns);
    });

    it('add one user for the same new wallet or Telegram id, with another wallet each', async () => {
      for (let run = 0; run < numRuns; run += 1) {
        const results = await Promise.all(
          [...stores(), ...stores()].flatMap((store, n) => [
            store.signInWithWallet(signIn(`w${run}.${n}`, `w${run}.${n}`, `same${run}`)),
            store.signInWithWallet(signIn(`t${run}.${n}`, `t${run}.${n}`, `own${run}.${n}`, run + 1)),
          ]),
        );
        const users = results.map((result) => result.outcome === 'signed_in' && result.account.user.id);
        expect(users).not.toContain(false);
        expect(new Set(users).size).toBe(2);
      }
      expect((await stores()[0].page(undefined, 1, now)).total).toBe(2 * numRuns);
    });

    it.each(['wallet', 'telegram'] as const)(
      'do not identify a user by a %s that is forgotten meanwhile',
      async (what) => {
        const [a, b] = stores();
        await a.signInWithWallet(signIn('1', '1', 'wallet', 7));
        const again = what === 'wallet' ? signIn('2', '2', 'wallet') : signIn('2', '2', 'other', 7);
        // In an object, because both end only after this transaction.
        const both = await replicas()[0].transaction(async (query) => {
          await query("SELECT FROM users WHERE id = 'user-1' FOR UPDATE");
          const forgetting =
            what === 'wallet' ? a.forgetWallet('user-1', 'wallet', now) : a.forgetTelegram('user-1', now);
          await expect.poll(() => waiting(query)).toBe(1);
          const signingIn = b.signInWithWallet(again);
          await expect.poll(() => waiting(query)).toBe(2);
          return { forgetting, signingIn };
        });
        await both.forgetting;
        expect(await both.signingIn).toMatchObject({ account: { user: { id: 'user-2' } } });
      },
    );

    it('keep challenges that a replica with a wrong clock thinks are old', async () => {
      const [a, b] = stores();
      await a.signInWithWallet(signIn('1', '1', 'wallet'));
      const ahead = { ...signIn('2', '2', 'wallet'), now: now + 10 * 86_400_000 };
      await b.signInWithWallet(ahead);
      expect(await a.signInWithWallet(signIn('1', '3', 'wallet'))).toEqual({ outcome: 'used' });
      await replicas()[0].query("UPDATE spent_payloads SET stored_at = stored_at - interval '25 hours'");
      await b.signInWithWallet({ ...ahead, ...signIn('4', '4', 'wallet'), now: ahead.now });
      const [row] = await replicas()[0].query('SELECT count(*) AS n FROM spent_payloads');
      expect(row).toEqual({ n: 1 });
    });
  });
}
