import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { NonceCache } from '../../../src/features/peers/handshake/nonce-cache.ts';

const second = 1000;
const start = 1_766_000_000_000;

it('remembers a nonce for 600 s, for one key only', () => {
  const nonces = new NonceCache();
  expect(nonces.remember('key', 'nonce', start)).toBe('fresh');
  expect(nonces.remember('key', 'nonce', start)).toBe('replayed');
  expect(nonces.remember('other', 'nonce', start)).toBe('fresh');
  expect(nonces.remember('key', 'other', start)).toBe('fresh');
  expect(nonces.remember('key', 'nonce', start + 600 * second)).toBe('replayed');
  expect(nonces.remember('key', 'nonce', start + 601 * second)).toBe('fresh');
  expect(nonces.remember('key', 'nonce', start + 1201 * second)).toBe('replayed');
});

it('separates the key from the nonce', () => {
  const nonces = new NonceCache();
  nonces.remember('ab', 'c', start);
  expect(nonces.remember('a', 'bc', start)).toBe('fresh');
});

it('matches a plain list of seen nonces', () => {
  const uses = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 9 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(uses, (steps) => {
      const nonces = new NonceCache();
      const lastSeen = new Map<number, number>();
      let at = start;
      for (const [seconds, nonce] of steps) {
        at += seconds * second;
        const seen = lastSeen.get(nonce);
        const expected = seen !== undefined && at - seen <= 600 * second ? 'replayed' : 'fresh';
        expect(nonces.remember('key', String(nonce), at)).toBe(expected);
        if (expected === 'fresh') lastSeen.set(nonce, at);
      }
    }),
    { seed: 600, numRuns: 300 },
  );
});

it('refuses new nonces when full, keeps known ones, and accepts new ones later', () => {
  const nonces = new NonceCache(3);
  for (const nonce of ['a', 'b', 'c']) expect(nonces.remember('flood', nonce, start)).toBe('fresh');
  expect(nonces.remember('key', 'nonce', start)).toBe('full');
  expect(nonces.remember('key', 'nonce', start + 600 * second)).toBe('full');
  expect(nonces.remember('flood', 'a', start + 600 * second)).toBe('replayed');
  expect(nonces.remember('key', 'nonce', start + 661 * second)).toBe('fresh');
});

it('recovers when the clock is set back', () => {
  const nonces = new NonceCache(1);
  nonces.remember('key', 'nonce', start + 86_400 * second);
  expect(nonces.remember('key', 'other', start)).toBe('fresh');
});
