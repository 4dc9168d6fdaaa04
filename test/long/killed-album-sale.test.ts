import { expect, it } from 'vitest';
import { killAlbumSale, killCancelledAlbumSale } from '../licensing/support/kill-album-sale.ts';

/** Each of more than 200 runs starts a node or two. */
const options = { retry: 0, timeout: 1_800_000 };

it('sells an album when the node is killed at any write', options, async () => {
  expect(await killsOf(killAlbumSale)).toBeGreaterThan(60);
});

it('cancels the sale of an album after a kill at any write', options, async () => {
  expect(await killsOf(killCancelledAlbumSale)).toBeGreaterThan(50);
});

/** Kills before and after each write, until there is none left. @returns the number of writes */
async function killsOf(kill: typeof killAlbumSale): Promise<number> {
  let write = 1;
  while ((await Promise.all([kill('before', write), kill('after', write)])).every(Boolean)) write += 1;
  return write;
}
