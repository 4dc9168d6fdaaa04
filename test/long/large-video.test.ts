import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocalContent } from '../../src/contract/dashboard-api/content.ts';
import { LargeVideo, MiB, readWhole, seekIn } from '../licensing/support/large-video.ts';
import { patience, type Seller, seller } from '../licensing/support/seller.ts';

let shop: Seller;
beforeAll(async () => {
  shop = await seller();
  await shop.hasMarket();
});
afterAll(() => shop.stop());

/** The same with 2 GiB: `test/long/licensed-video.test.ts`. */
it('plays a video of 40 MiB from any position, with the exact bytes of its author', {
  timeout: 120_000,
}, async () => {
  const video = new LargeVideo(40 * MiB + 12);
  const upload = { method: 'POST', body: video.stream(), duplex: 'half' };
  const response = await shop.alcove.askLocal('/local/content', upload as RequestInit);
  const { content } = (await response.json()) as { content: LocalContent };
  await expect.poll(() => shop.register(content.content_id).then(({ status }) => status), patience).toBe(200);
  await expect
    .poll(async () => (await shop.contents()).map((item) => item.encrypted?.plain_size), patience)
    .toEqual([video.size]);
  const [sold] = await shop.contents();
  const { url } = await shop.open(sold?.content_id ?? '');
  await seekIn(url, video, 20);
  await readWhole(url, video);
});
