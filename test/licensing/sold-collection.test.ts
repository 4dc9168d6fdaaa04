import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocalContent } from '../../src/contract/dashboard-api/content.ts';
import type { CollectionDetails } from '../../src/contract/dashboard-api/library/collections.ts';
import type { ContentPart } from '../../src/contract/dashboard-api/licensing.ts';
import type { MarketPage } from '../../src/contract/dashboard-api/market.ts';
import type { Order } from '../../src/contract/dashboard-api/orders.ts';
import { english } from '../../src/contract/messages/en/index.ts';
import { forWebUsers, webUser } from '../orders/support/web-user.ts';
import { json } from '../support/node/start-test-node.ts';
import { pngOf } from '../support/pictures.ts';
import { randomBytes } from '../support/random-bytes.ts';
import {
  bytesOf,
  fetchFrom,
  patience,
  problemOf,
  registration,
  type Seller,
  seller,
} from './support/seller.ts';

let shop: Seller;
beforeAll(async () => {
  shop = await seller({ settings: forWebUsers });
  await shop.hasMarket();
});
afterAll(() => shop.stop());

const post = (path: string, body: object) => shop.alcove.askLocal(path, { method: 'POST', ...json(body) });

/** Makes an album of files. */
async function album(files: readonly Pick<LocalContent, 'content_id'>[]): Promise<string> {
  const made = await post('/local/collections', { kind: 'album', title: 'Evening' });
  const { id } = (await made.json()) as CollectionDetails;
  const entries = files.map(({ content_id }) => ({ content_id }));
  if (entries.length > 0) await post(`/local/collections/${id}/entries`, { entries });
  return id;
}

const songs = (...names: string[]): Promise<LocalContent[]> =>
  Promise.all(names.map((name) => shop.upload(randomBytes(3000), `${name}.mp3`)));

const prepare = async (id: string): Promise<{ content_id: string; is_sold: boolean }> =>
  (await (await post(`/local/collections/${id}/sale`, {})).json()) as {
    content_id: string;
    is_sold: boolean;
  };

/** Sells an album; resolves when its list is on the chain. */
async function sold(id: string): Promise<Order> {
  const { content_id } = await prepare(id);
  return shop.done({ ...registration, content_id, title: 'Evening' });
}

const parts = async (id: string): Promise<ContentPart[]> =>
  (await shop.ask<{ parts: ContentPart[] }>(`/local/content/${id}/parts`)).parts;

const statusOf = async (id: string): Promise<number> =>
  (await shop.alcove.askLocal(`/local/content/${id}`)).status;

it('refuses a collection that cannot be sold as one, naming the file', async () => {
  const [first, second] = await songs('First', 'Second');
  if (!first || !second) throw new Error('no songs');
  expect(await problemOf(await post(`/local/collections/${await album([])}/sale`, {}))).toMatchObject({
    status: 400,
    detail: english.licensing.emptyCollection,
  });

  const missing = await album([first, second]);
  await shop.alcove.askLocal(`/local/content/${second.content_id}`, { method: 'DELETE' });
  expect(await problemOf(await post(`/local/collections/${missing}/sale`, {}))).toMatchObject({
    status: 404,
    detail: `“Second.mp3”: ${english.content.notStored}`,
  });

  const [third] = await songs('Third');
  const blocked = await album([first, third as LocalContent]);
  const { content_id: list } = await prepare(blocked);
  await post('/local/blocked', { content_id: third?.content_id, reason: 'by law' });
  const refused = await shop.register(list);
  expect(await problemOf(refused)).toMatchObject({ status: 410, detail: expect.stringContaining('“Third”') });
  // Nothing became restricted.
  expect((await shop.content(first.content_id)).encryption).toBeNull();
});

it('refuses a damaged file with its name, and makes the others readable again', async () => {
  const [whole, damaged] = await songs('Whole', 'Damaged');
  const id = await album([whole as LocalContent, damaged as LocalContent]);
  const { content_id } = await prepare(id);
  const hex = damaged?.content_sha256 ?? '';
  writeFileSync(join(shop.alcove.dataDir, 'blobs', hex.slice(0, 2), hex), randomBytes(3000));
  const refused = await problemOf(await shop.register(content_id));
  expect(refused).toMatchObject({ code: 'content_damaged', detail: expect.stringContaining('“Damaged”') });
  const restriction = async () => (await shop.content(whole?.content_id ?? '')).encryption;
  await expect.poll(restriction, patience).toBeNull();
});

it('sells a song that is sold singly, too, under the same key', async () => {
  const [single, other] = await songs('Single', 'Other');
  const both = await album([single as LocalContent, other as LocalContent]);
  const alone = await shop.sell(single?.content_id ?? '', { title: 'Single' });
  const order = await sold(both);
  const [first, second] = await parts(order.content_id ?? '');
  // Lists name its kind, too.
  expect((await shop.content(order.content_id ?? '')).collection_kind).toBe('album');
  const { items } = await shop.ask<MarketPage>('/local/market');
  const offer = items.find((item) => item.content_address === order.content_address);
  expect(offer?.collection_kind).toBe('album');
  expect(first).toMatchObject({ content_id: alone.content_id, content: { content_id: alone.content_id } });

  // A licence of the album opens both; one of the song opens the song alone.
  const [ofAlbum, ofSong] = [await webUser(shop.alcove, 81), await webUser(shop.alcove, 82)];
  const buy = async (user: typeof ofAlbum, address: string) => user.send(await user.buy(address));
  await buy(ofAlbum, order.content_address ?? '');
  await buy(ofSong, alone.encrypted?.content_address ?? '');
  const urlFor = async ({ token }: typeof ofAlbum, id = ''): Promise<string | null> => {
    const headers = { Authorization: `Bearer ${token}` };
    const viewed = await shop.alcove.ask(`/api/v1/content.view?content_id=${id}`, { headers });
    return ((await viewed.json()) as { display_options: { content_url: string | null } }).display_options
      .content_url;
  };
  await expect.poll(() => urlFor(ofAlbum, second?.content_id), patience).not.toBeNull();
  expect(await urlFor(ofAlbum, first?.content_id)).not.toBeNull();
  await expect.poll(() => urlFor(ofSong, first?.content_id), patience).not.toBeNull();
  expect(await urlFor(ofSong, second?.content_id)).toBeNull();
  const song = await bytesOf(await fetchFrom(shop.alcove, await urlFor(ofAlbum, second?.content_id)));
  expect(song).toHaveLength(3000);
});

it('shows the cover of the album for its songs, whose own pictures are hidden', async () => {
  const [plain, covered] = await songs('Plain', 'Covered');
  const [ofAlbum, ofSong] = [
    await shop.upload(pngOf(20, 20), 'album.png'),
    await shop.upload(pngOf(30, 30), 'song.png'),
  ];
  const cover = (id: string, cover_id: string) =>
    shop.alcove.askLocal(`/local/content/${id}`, { method: 'PATCH', ...json({ cover_id }) });
  await cover(covered?.content_id ?? '', ofSong.content_id);
  const { content_id } = await prepare(await album([plain as LocalContent, covered as LocalContent]));
  const order = await shop.done({
    ...registration,
    content_id,
    cover_id: ofAlbum.content_id,
    title: 'Evening',
  });
  const coversOfParts = async () =>
    (await parts(order.content_id ?? '')).map(({ content }) => content?.cover_id);
  await expect.poll(coversOfParts, patience).toEqual([ofAlbum.content_id, ofSong.content_id]);
});

it('keeps what was sold when the collection changes; the new edition is another sale', async () => {
  const files = await songs('One', 'Two', 'Three');
  const id = await album(files.slice(0, 2));
  const first = await sold(id);
  await expect.poll(() => statusOf(files[0]?.content_id ?? ''), patience).toBe(404);
  const [last] = files.slice(2);
  await post(`/local/collections/${id}/entries`, { entries: [{ content_id: last?.content_id }] });
  const { content_id, is_sold: isSold } = await prepare(id);
  expect(isSold).toBe(false);
  const second = await shop.done({ ...registration, content_id, title: 'Evening' });
  expect((await parts(first.content_id ?? '')).map(({ title }) => title)).toEqual(['One', 'Two']);
  expect((await parts(second.content_id ?? '')).map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
});

it('removes the list when the sale is cancelled, unless it was added as a file', async () => {
  const [song] = await songs('Tide');
  const large = await shop.upload(randomBytes(30_000_000), 'Flood.mp3');
  const { content_id: list } = await prepare(await album([song as LocalContent, large]));
  const cancelled = async (id: string) => {
    const registered = shop.register(id);
    const state = async () => (await shop.content(id)).encryption?.state;
    await expect.poll(state, { interval: 5 }).toBe('encrypting');
    const answer = await shop.alcove.askLocal(`/local/content/${id}/encryption`, { method: 'DELETE' });
    expect(await answer.json()).toMatchObject({ content_id: id, encryption: null });
    await registered;
  };
  await cancelled(list);
  expect(await statusOf(list)).toBe(404);
  expect(await statusOf(large.content_id)).toBe(200);

  const { content_id: again } = await prepare(await album([song as LocalContent, large]));
  const file = await (await shop.alcove.ask(`/api/v1/storage/${again}`)).arrayBuffer();
  expect((await shop.upload(Buffer.from(file), 'list.json')).content_id).toBe(again);
  await cancelled(again);
  expect(await statusOf(again)).toBe(200);
});
