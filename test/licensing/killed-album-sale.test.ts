import { expect, it } from 'vitest';
import { randomFrom } from '../support/seeded.ts';
import { killAlbumSale, killCancelledAlbumSale } from './support/kill-album-sale.ts';

const seed = Number(process.env.ALCOVE_KILL_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_KILL_SEED=${seed}`);

it('sells an album, or cancels its sale, when the node is killed meanwhile', { retry: 0 }, async () => {
  const random = randomFrom(seed);
  const write = () => 1 + Math.floor(random() * 60);
  expect(await killAlbumSale('before', write())).toBe(true);
  expect(await killAlbumSale('after', write())).toBe(true);
  // The last writes come after the album is on the chain.
  await killCancelledAlbumSale('after', write());
});
