import { expect, it } from 'vitest';
import { killPractice } from '../practice/support/kill-practice.ts';
import { randomFrom } from '../support/seeded.ts';

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

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

it('sells, buys and funds everything once when the practice people are killed at a random write', async () => {
  const random = randomFrom(seed);
  const orders = ['before', 'after'] as const;
  // Both processes together make eleven writes.
  const end = () => ({
    order: orders[Math.floor(random() * 2)] ?? 'before',
    write: 1 + Math.floor(random() * 5),
  });
  expect(await killPractice((round) => (round < 1 ? end() : undefined))).toBe(1);
});
