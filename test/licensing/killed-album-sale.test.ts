import { expect, it } from 'vitest';
import { randomFrom } from '../support/seeded.ts';
import { killAlbumSale } from './support/kill-album-sale.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

it('sells an album when the node is killed meanwhile', { retry: 0 }, async () => {
  const random = randomFrom(seed);
  for (const order of ['before', 'after'] as const) {
    expect(await killAlbumSale(order, 1 + Math.floor(random() * 60))).toBe(true);
  }
});
