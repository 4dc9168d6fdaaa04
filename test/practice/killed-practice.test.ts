import { expect, it } from 'vitest';
import { randomFrom } from '../support/seeded.ts';
import { killPractice } from './support/kill-practice.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

it('sells, buys and funds everything once when the practice people are killed', { retry: 0 }, async () => {
  const random = randomFrom(seed);
  const orders = ['before', 'after'] as const;
  // Both processes together make eleven writes.
  const end = () => ({
    order: orders[Math.floor(random() * 2)] ?? 'before',
    write: 1 + Math.floor(random() * 5),
  });
  expect(await killPractice((round) => (round < 1 ? end() : undefined))).toBe(1);
});
