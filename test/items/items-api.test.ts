import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Author,
  author as authorDocument,
  type Item,
  item as itemDocument,
} from '../../src/contract/dashboard-api/library/items.ts';
import { patience, problemOf, type Seller, seller, ton } from '../licensing/support/seller.ts';
import { forWebUsers, type WebUser, webUser } from '../orders/support/web-user.ts';
import { json } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

let shop: Seller;
let rival: WebUser;
beforeAll(async () => {
  shop = await seller({ settings: forWebUsers });
  await shop.hasMarket();
  rival = await webUser(shop.alcove, 91);
});
afterAll(() => shop.stop());

const itemAt = async (id: string): Promise<Item> =>
  itemDocument.parse(await shop.ask(`/local/items/${encodeURIComponent(id)}`));
const authorAt = async (address: string): Promise<Author> =>
  authorDocument.parse(await shop.ask(`/local/authors/${address}`));
const problemAt = async (id: string) =>
  (await problemOf(await shop.alcove.askLocal(`/local/items/${id}`))).code;

describe('an item', () => {
  it('keeps its former names when it is sold, and lists its collections and buyers', async () => {
    const plain = await shop.upload(randomBytes(500), 'song.mp3');
    expect(await itemAt(plain.content_sha256)).toMatchObject({
      ...{ item_id: plain.content_id, content: { name: 'song.mp3' } },
      ...{ offer: null, remote: null, author_address: null, collections: [], sales: null },
    });

    const sold = await shop.sell(plain.content_id, { authors: ['Ada'] });
    const response = await shop.alcove.askLocal('/local/collections', {
      method: 'POST',
      ...json({ kind: 'playlist', title: 'Evening' }),
    });
    const { id } = (await response.json()) as { id: string };
    await shop.ask(`/local/collections/${id}/entries`, {
      method: 'POST',
      ...json({ entries: [{ content_id: sold.content_id }] }),
    });
    const current = await itemAt(sold.content_id);
    expect(current).toMatchObject({
      ...{ item_id: sold.content_id, content: { content_id: sold.content_id }, offer: { mine: true } },
      ...{ collections: [{ collection_id: id, title: 'Evening' }], sales: { total: 0, newest: [] } },
    });
    expect(current.author_address).toBe(current.offer?.owner);
    const address = current.offer?.content_address ?? '';
    for (const former of [plain.content_id, plain.content_sha256, address]) {
      expect(await itemAt(former)).toEqual(current);
    }

    await rival.send(await rival.buy(address));
    await expect.poll(async () => (await itemAt(address)).sales?.total, patience).toBe(1);
    expect((await itemAt(address)).sales?.newest).toMatchObject([
      { licence: 'listen', price: ton.toString() },
    ]);
  });

  it('is not found where this node knows nothing of it', async () => {
    expect(await problemAt('00'.repeat(32))).toBe('content_not_found');
    expect(await problemAt(`0:${'00'.repeat(32)}`)).toBe('content_not_found');
    expect(await problemAt('nonsense')).toBe('invalid_content_id');
  });
});

it('identifies an author by the wallet, counts other wallets with the same name, and lists works', async () => {
  const mine = await shop.sell((await shop.upload(randomBytes(500))).content_id, {
    authors: ['Grace', 'Alan'],
  });
  const { author_address: own } = await itemAt(mine.content_id);
  const plain = await rival.upload(`By Grace, ${randomBytes(8).toString('hex')}`);
  await rival.send(await rival.publish(plain, { authors: ['grace'] }));
  const theirs = async () =>
    (
      await shop.ask<{ items: { owner: string; content_id: string; mine: boolean }[] }>('/local/market')
    ).items.find((item) => !item.mine);
  await expect.poll(theirs, patience).toBeDefined();
  const { owner = '', content_id: id } = (await theirs()) ?? {};

  const author = await authorAt(own ?? '');
  expect(author).toMatchObject({ address: own, mine: true });
  expect(author.names).toEqual(
    expect.arrayContaining([
      { name: 'Grace', others: 1 },
      { name: 'Alan', others: 0 },
    ]),
  );
  expect(author.library[0]?.content_id).toBe(mine.content_id);
  expect(await authorAt(owner)).toMatchObject({
    ...{ address: owner, mine: false, names: [{ name: 'grace', others: 1 }] },
    library: [{ content_id: id }],
  });
  const { items } = await shop.ask<{ items: { content_id: string }[] }>(`/local/market?owner=${owner}`);
  expect(items.map((item) => item.content_id)).toEqual([id]);
});
