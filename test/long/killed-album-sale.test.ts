import { expect, it } from 'vitest';
import { killAlbumSale, killCancelledAlbumSale } from '../licensing/support/kill-album-sale.ts';

it('sells an album when the node is killed at any write', { retry: 0, timeout: 600_000 }, async () => {
  let write = 1;
  while ((await killAlbumSale('before', write)) && (await killAlbumSale('after', write))) write += 1;
  expect(write).toBeGreaterThan(60);
});

it('cancels the sale of an album after a kill at any write', { retry: 0, timeout: 600_000 }, async () => {
  let write = 1;
  const kill = killCancelledAlbumSale;
  while ((await kill('before', write)) && (await kill('after', write))) write += 1;
  expect(write).toBeGreaterThan(50);
});
