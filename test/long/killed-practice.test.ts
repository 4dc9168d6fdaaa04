import { expect, it } from 'vitest';
import { killPractice } from '../practice/support/kill-practice.ts';

// Each process makes one write. The second one has acted upon it.
it.each([
  ['after each write', { order: 'after', write: 1 }],
  ['before each write', { order: 'before', write: 2 }],
] as const)(
  'sells, buys and funds everything once when the practice people are killed %s',
  {
    timeout: 900_000,
  },
  async (_, end) => {
    expect(await killPractice(() => end)).toBeGreaterThan(10);
  },
);
