import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EarningsHistory } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import type { NotificationList } from '../../src/contract/dashboard-api/administration/notifications.ts';
import type { MarketPage, SalePage } from '../../src/contract/dashboard-api/market.ts';
import type { Order } from '../../src/contract/dashboard-api/orders.ts';
import type { NodeNotification } from '../../src/contract/shell/node-notifications.ts';
import { patience, type Seller, seller } from '../licensing/support/seller.ts';

let author: Seller;
let buyer: Seller;
beforeAll(async () => {
  author = await seller();
  await author.hasMarket();
  const { endpoint, platform: master_address } = await author.alcove.node.shareChain();
  buyer = await seller({ settings: { chain: { network: 'embedded', endpoint, master_address } } });
});
afterAll(async () => {
  await buyer.stop();
  await author.stop();
});

const newsOf = ({ alcove }: Seller): NodeNotification[] => {
  const notifications: NodeNotification[] = [];
  alcove.node.monitor.onNotification((one) => notifications.push(one));
  return notifications;
};

it('notifies the seller of a sale and the buyer of its confirmation, each once', async () => {
  const [authors, buyers] = [newsOf(author), newsOf(buyer)];
  const { content_id } = await author.upload('la la la', 'song.txt');
  await author.done({
    ...{ kind: 'register', content_id, title: 'A song', price: '1000000000', resale_price: '2000000000' },
    ...{ allow_resale: true, downloadable: true, royalties: [] },
  });
  const find = async () => (await buyer.ask<MarketPage>('/local/market')).items[0]?.content_address;
  await expect.poll(find, patience).toBeDefined();
  const content_address = (await find()) ?? '';
  const bought: Order = await buyer.done({ kind: 'purchase', content_address, licence: 'resale' });
  expect(bought.state).toBe('confirmed');

  const what = { title: 'A song', content_address, at: expect.any(Number) };
  await expect.poll(() => authors, patience).toEqual([{ kind: 'sale', ...what }]);
  await expect.poll(() => buyers, patience).toEqual([{ kind: 'purchase', ...what }]);

  const inBell = async (who: Seller) =>
    (await who.ask<NotificationList>('/local/notifications')).notifications.filter(
      ({ reason }) => reason !== 'activity.uploaded',
    );
  const item = { title: 'A song', price: '2000000000', at: expect.stringMatching(/Z$/), is_new: true };
  const { owner } = (await buyer.library())[0] ?? {};
  expect(await inBell(author)).toMatchObject([{ ...item, reason: 'activity.sold', buyer: owner }]);
  expect((await inBell(buyer)).at(-1)).toMatchObject({ ...item, reason: 'activity.bought', buyer: null });

  // A purchase of one's own content is no sale; a gift is neither.
  await author.done({ kind: 'purchase', content_address, licence: 'listen' });
  const [held] = await buyer.library();
  const wallet = (await author.ask<MarketPage>('/local/market')).items[0]?.owner;
  await buyer.done({ kind: 'transfer', licence_address: held?.licence_address, to: wallet });
  await expect.poll(() => authors, patience).toHaveLength(2);
  expect(authors[1]).toEqual({ kind: 'purchase', ...what });
  expect(buyers).toHaveLength(1);

  expect((await author.ask<SalePage>('/local/sales')).items).toMatchObject([
    { kind: 'sale', buyer: owner, earned: '2000000000', delivery: { state: 'waiting', hosts: [] } },
  ]);
  const { points } = await author.ask<EarningsHistory>('/local/earnings?range=day');
  expect(points.reduce((sum, { sales }) => sum + BigInt(sales), 0n)).toBe(2_000_000_000n);
  const others = await buyer.ask<EarningsHistory>('/local/earnings?range=day');
  expect(others.points.every(({ sales, shares, resales }) => sales + shares + resales === '000')).toBe(true);
});
