import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiTokenRow, TokenStore } from '../../src/features/auth/tokens/token-store.ts';
import { randomRuns } from '../support/random-runs.ts';
import type { Later } from './replica.ts';

type Store = Later<TokenStore>;

const start = 1_766_000_000_000;
const hashOf = (id: string): Buffer => Buffer.alloc(32, id);

const tokenNamed = (id: string, name: string, createdAt = start): Omit<ApiTokenRow, 'lastUsedAt'> => ({
  id,
  tokenSha256: hashOf(id),
  name,
  scopes: ['storage:write', 'content:read'],
  createdAt,
});

const idsIn = async (store: Store): Promise<string[]> => (await store.list()).map(({ id }) => id);

/** The tests that every implementation of `TokenStore` passes; `makeStore` makes an empty one. */
export function describeTokenStore(name: string, makeStore: () => Store | Promise<Store>): void {
  describe(name, () => {
    it('lists tokens with all their values, the oldest first', async () => {
      const store = await makeStore();
      const [a, b, c] = [tokenNamed('a', 'bot', start + 1), tokenNamed('b', 'bot'), tokenNamed('c', 'other')];
      for (const token of [a, c, b]) await store.add(token);
      expect(await store.list()).toEqual([b, c, a].map((token) => ({ ...token, lastUsedAt: null })));
    });

    it('refuses an id or a hash that is stored, and keeps the stored token', async () => {
      const store = await makeStore();
      await store.add(tokenNamed('a', 'bot'));
      await expect(store.add({ ...tokenNamed('a', 'same id'), tokenSha256: hashOf('b') })).rejects.toThrow();
      await expect(store.add({ ...tokenNamed('a', 'same hash'), id: 'b' })).rejects.toThrow();
      expect((await store.list()).map((token) => token.name)).toEqual(['bot']);
    });

    it('stores the time of the last use once a minute', async () => {
      const store = await makeStore();
      await store.add(tokenNamed('a', 'bot'));
      const lastUse = async () => {
        await store.writeUses();
        return (await store.list())[0]?.lastUsedAt;
      };
      for (const [now, stored] of [
        [start, start],
        [start + 60_000, start],
        [start + 60_001, start + 60_001],
      ] as const) {
        expect(await store.use(hashOf('a'), now)).toEqual({ ...tokenNamed('a', 'bot'), lastUsedAt: stored });
        expect(await lastUse()).toBe(stored);
      }
      expect(await store.use(hashOf('b'), start)).toBeUndefined();
    });

    it('revokes by id, and by a name that only one token has', async () => {
      const store = await makeStore();
      for (const id of ['a', 'b']) await store.add(tokenNamed(id, 'twins'));
      await store.add(tokenNamed('c', 'bot'));
      expect(await store.revoke('twins')).toBeUndefined();
      expect(await store.revoke('nobody')).toBeUndefined();
      expect(await idsIn(store)).toEqual(['a', 'b', 'c']);
      expect(await store.revoke('bot')).toEqual({ ...tokenNamed('c', 'bot'), lastUsedAt: null });
      expect((await store.revoke('a'))?.name).toBe('twins');
      expect((await store.revoke('twins'))?.id).toBe('b');
      expect(await store.list()).toEqual([]);
    });

    it('prefers a name to the id of another token, unless several have the name', async () => {
      const store = await makeStore();
      await store.add(tokenNamed('a', 'x'));
      await store.add(tokenNamed('b', 'a'));
      expect((await store.revoke('a'))?.id).toBe('b');
      for (const id of ['c', 'd']) await store.add(tokenNamed(id, 'a'));
      expect((await store.revoke('a'))?.id).toBe('a');
      expect(await idsIn(store)).toEqual(['c', 'd']);
    });

    it('refuses a token from its revocation on, also one that was just used, and no other', async () => {
      const store = await makeStore();
      for (const id of ['a', 'b']) await store.add(tokenNamed(id, id));
      for (const id of ['a', 'b']) expect((await store.use(hashOf(id), start))?.id).toBe(id);
      await store.revoke('a');
      expect(await store.use(hashOf('a'), start)).toBeUndefined();
      expect((await store.use(hashOf('b'), start))?.id).toBe('b');
      await store.add({ ...tokenNamed('a', 'again'), scopes: ['status:write'] });
      expect(await store.use(hashOf('a'), start)).toMatchObject({ name: 'again', scopes: ['status:write'] });
    });

    it('lets one of several equal revocations at once succeed', async () => {
      const store = await makeStore();
      for (const id of ['a', 'b']) await store.add(tokenNamed(id, id));
      const revoked = await Promise.all(['a', 'a', 'a', 'a'].map((id) => store.revoke(id)));
      expect(revoked.filter((token) => token !== undefined)).toHaveLength(1);
      expect(await idsIn(store)).toEqual(['b']);
    });

    it('adds one of several tokens with the same hash at once', async () => {
      const store = await makeStore();
      const adding = ['a', 'b', 'c'].map((id) => store.add({ ...tokenNamed('x', id), id }));
      const results = await Promise.allSettled(adding);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await store.list()).toHaveLength(1);
    });

    it('matches a plain list of tokens', async () => {
      const step = fc.tuple(fc.constantFrom('add', 'revoke', 'use'), fc.constantFrom('a', 'b', 'c'));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(step, fc.constantFrom('a', 'b', 'c')), { maxLength: 30 }),
          (steps) => compareWithList(makeStore(), steps),
        ),
        { seed: 21, numRuns: randomRuns(200) },
      );
    });
  });
}

async function compareWithList(
  making: Store | Promise<Store>,
  steps: [step: [action: string, id: string], name: string][],
): Promise<void> {
  const store = await making;
  let model: { id: string; name: string }[] = [];
  for (const [[action, id], name] of steps) {
    const stored = model.some((token) => token.id === id);
    if (action === 'add' && !stored) {
      await store.add(tokenNamed(id, name));
      model.push({ id, name });
    } else if (action === 'revoke') {
      const named = model.filter((token) => token.name === id);
      const expected = named.length === 1 ? named[0] : model.find((token) => token.id === id);
      expect((await store.revoke(id))?.id).toBe(expected?.id);
      model = model.filter((token) => token !== expected);
    } else if (action === 'use') {
      expect((await store.use(hashOf(id), start))?.id).toBe(stored ? id : undefined);
    }
    expect((await idsIn(store)).toSorted()).toEqual(model.map((token) => token.id).toSorted());
  }
}
