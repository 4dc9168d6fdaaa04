import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NonceStore } from '../../../src/features/peers/handshake/nonce-store.ts';

const second = 1000;
const start = 1_766_000_000_000;

/**
 * The tests that every implementation of `NonceStore` passes.
 * @param makeStore makes an empty store, which holds this many nonces, or enough for the tests
 * @param numRuns the number of random sequences
 */
export function describeNonceStore(
  name: string,
  makeStore: (capacity?: number) => NonceStore | Promise<NonceStore>,
  numRuns = 300,
): void {
  describe(name, () => {
    it('remembers a nonce for 600 s, for one key only', async () => {
      const nonces = await makeStore();
      expect(await nonces.remember('key', 'nonce', start)).toBe('fresh');
      expect(await nonces.remember('key', 'nonce', start)).toBe('replayed');
      expect(await nonces.remember('other', 'nonce', start)).toBe('fresh');
      expect(await nonces.remember('key', 'other', start)).toBe('fresh');
      expect(await nonces.remember('key', 'nonce', start + 600 * second)).toBe('replayed');
      expect(await nonces.remember('key', 'nonce', start + 601 * second)).toBe('fresh');
      expect(await nonces.remember('key', 'nonce', start + 1201 * second)).toBe('replayed');
    });

    it('separates the key from the nonce', async () => {
      const nonces = await makeStore();
      await nonces.remember('ab', 'c', start);
      expect(await nonces.remember('a', 'bc', start)).toBe('fresh');
    });

    it('accepts one of several equal requests at once', async () => {
      const nonces = await makeStore();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => nonces.remember('key', 'nonce', start)),
      );
      expect(answers.filter((answer) => answer === 'fresh')).toHaveLength(1);
    });

    it('accepts each of many different requests at once, and none of them again', async () => {
      const nonces = await makeStore();
      const sent = Array.from({ length: 500 }, (_, index) => String(index));
      const all = () => Promise.all(sent.map((nonce) => nonces.remember('key', nonce, start)));
      expect(new Set(await all())).toEqual(new Set(['fresh']));
      expect(new Set(await all())).toEqual(new Set(['replayed']));
    });

    it('matches a plain list of seen nonces', async () => {
      const uses = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 9 })), {
        maxLength: 60,
      });
      await fc.assert(
        fc.asyncProperty(uses, async (steps) => {
          const nonces = await makeStore();
          const lastSeen = new Map<number, number>();
          let at = start;
          for (const [seconds, nonce] of steps) {
            at += seconds * second;
            const seen = lastSeen.get(nonce);
            const expected = seen !== undefined && at - seen <= 600 * second ? 'replayed' : 'fresh';
            expect(await nonces.remember('key', String(nonce), at)).toBe(expected);
            if (expected === 'fresh') lastSeen.set(nonce, at);
          }
        }),
        { seed: 600, numRuns },
      );
    });

    it('refuses new nonces when full, keeps known ones, and accepts new ones later', async () => {
      const nonces = await makeStore(3);
      for (const nonce of ['a', 'b', 'c']) expect(await nonces.remember('flood', nonce, start)).toBe('fresh');
      expect(await nonces.remember('key', 'nonce', start)).toBe('full');
      expect(await nonces.remember('key', 'nonce', start + 600 * second)).toBe('full');
      expect(await nonces.remember('flood', 'a', start + 600 * second)).toBe('replayed');
      expect(await nonces.remember('key', 'nonce', start + 661 * second)).toBe('fresh');
    });

    it('recovers when the clock is set back', async () => {
      const nonces = await makeStore(1);
      await nonces.remember('key', 'nonce', start + 86_400 * second);
      expect(await nonces.remember('key', 'other', start)).toBe('fresh');
    });
  });
}
