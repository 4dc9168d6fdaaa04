import { afterEach, expect, it } from 'vitest';
import type { LocalContent } from '../../src/contract/dashboard-api/content.ts';
import type {
  CollectionDetails,
  CollectionEntry,
} from '../../src/contract/dashboard-api/library/collections.ts';
import type { ContentPart } from '../../src/contract/dashboard-api/licensing.ts';
import type { Share } from '../../src/contract/dashboard-api/sharing.ts';
import { verifyReceipt } from '../../src/features/licensing/receipt.ts';
import { store } from '../collections/sharing-nodes.ts';
import { longFile } from '../sharing/sharer.ts';
import { market, type OpenAnswer, patience, person, stopAll, strangerAt, TON } from './support/person.ts';

type Person = Awaited<ReturnType<typeof person>>;

afterEach(stopAll);

const type = 'audio/mpeg';
const songs = {
  'Low Tide': Buffer.from(longFile(150_000)),
  Harbour: Buffer.from(longFile(300_000)).reverse(),
  Lantern: Buffer.from('a short song'),
};

/** Returns the parts of a sold collection as a person's node knows them. */
const partsOf = async ({ get }: Person, id: string) =>
  (await get<{ parts: ContentPart[] }>(`/local/content/${id}/parts`)).parts;

/** Returns the bytes that a person's node plays. */
async function played({ open }: Person, id: string): Promise<Buffer> {
  const opened = (await (await open(id)).json()) as OpenAnswer;
  expect(opened.content_type).toBe(type);
  return Buffer.from(await (await fetch(opened.url)).arrayBuffer());
}

/** Makes an album of the songs, the last of them in a collection in the album. */
async function albumOf({ node, post }: Person): Promise<{ id: string; files: LocalContent[] }> {
  const files: LocalContent[] = [];
  for (const [title, bytes] of Object.entries(songs)) {
    files.push(await store(node, `${title}.mp3`, { bytes, type }));
  }
  const ids = files.map(({ content_id }) => ({ content_id }));
  const about = { kind: 'album', title: 'Evening', artists: ['Ada Marlow'] };
  const { id } = await post<CollectionDetails>('/local/collections', about);
  await post(`/local/collections/${id}/entries`, { entries: ids.slice(0, 2) });
  const inner = { kind: 'album', title: 'Extras', parent_id: id };
  const { id: extras } = await post<CollectionDetails>('/local/collections', inner);
  await post(`/local/collections/${extras}/entries`, { entries: ids.slice(2) });
  return { id, files };
}

it('sells an album as one: who holds its licence plays every song, and nobody else', async () => {
  const { author, studio, buyer, third } = await market();
  const { host } = studio;
  await author.post('/local/peers', { url: host });
  await author.post('/local/share-hosts', { host });

  // One registration sells it.
  const album = await albumOf(author);
  const sale = await author.post<{ content_id: string }>(`/local/collections/${album.id}/sale`, {});
  const { content_address } = await author.order({
    ...{ kind: 'register', content_id: sale.content_id, title: 'Evening', authors: ['Ada Marlow'] },
    ...{ price: String(TON), resale_price: String(5n * TON), allow_resale: true, downloadable: true },
    ...{ royalties: [], host },
  });
  const offers = await author.market();
  expect(offers).toMatchObject([{ title: 'Evening', preview_id: expect.any(String) }]);
  const sold = offers[0]?.content_id ?? '';
  const list = offers[0]?.preview_id;
  const shares = async () => (await author.get<{ shares: Share[] }>('/local/shares')).shares;
  await expect
    .poll(async () => (await shares()).map(({ state, key }) => `${state} ${key}`).sort(), patience)
    .toEqual(['shared deposited', 'shared none', 'shared none', 'shared none']);

  // The seller keeps only encrypted files, and still plays the album.
  const plain = album.files.map(({ content_id }) => content_id);
  for (const id of [...plain, sale.content_id]) {
    const gone = () => author.node.askLocal(`/local/content/${id}`).then(({ status }) => status);
    await expect.poll(gone, patience).toBe(404);
  }
  const { items } = await author.get<{ items: CollectionEntry[] }>(`/local/collections/${album.id}/entries`);
  const [first] = items.flatMap((entry) => (entry.type === 'content' ? [entry.content] : []));
  expect(await played(author, first?.content_id ?? '')).toEqual(songs['Low Tide']);
  expect(await author.get(`/local/collections/${album.id}`)).toMatchObject({ sold_as: sold });
  expect(await author.post(`/local/collections/${album.id}/sale`, {})).toEqual({
    ...{ content_id: sold, is_sold: true },
  });

  // Everybody sees what is in it, without a key.
  const published = await (await studio.ask(`/api/v1/storage/${list}`)).text();
  expect(JSON.parse(published)).toMatchObject({
    title: 'Evening',
    entries: Object.entries(songs).map(([title, bytes]) => ({
      title,
      size: bytes.length,
      content_type: type,
    })),
  });
  expect(published).not.toContain('AGE-SECRET-KEY');
  const page = await (await studio.ask(`/s/${sold}`)).text();
  for (const title of Object.keys(songs)) expect(page).toContain(`<bdi>${title}</bdi>`);
  const parts = await partsOf(author, sold);
  expect(parts.map(({ title }) => title)).toEqual(Object.keys(songs));
  const Authorization = await strangerAt(studio);
  for (const { content_id } of parts) {
    const viewed = await studio.ask(`/api/v1/content.view?content_id=${content_id}`, {
      headers: { Authorization },
    });
    expect(await viewed.json()).toMatchObject({ display_options: { content_url: null } });
  }

  // The buyer's node gets everything by itself.
  await expect.poll(async () => (await buyer.market()).length, patience).toBe(1);
  await buyer.order({ kind: 'purchase', content_address, licence: 'resale' });
  const { licence_address, delivery } = await buyer.delivered();
  const size = Object.values(songs).reduce((sum, bytes) => sum + bytes.length, 0);
  expect(delivery).toMatchObject({ state: 'here', received: size, size });
  const receipt = await buyer.node.askLocal(`/local/purchases/${licence_address}/receipt`);
  expect(verifyReceipt(Buffer.from(await receipt.arrayBuffer()), studio.node.publicKey)).toMatchObject({
    ok: true,
    receipt: { content_id: sold },
  });
  for (const each of [author, buyer]) {
    expect(await each.get(`/local/content/${sold}/parts`)).toMatchObject({ kind: 'album' });
  }
  const bought = await partsOf(buyer, sold);
  for (const { content_id, title, content } of bought) {
    expect(content).toMatchObject({
      title,
      encrypted: { plain_type: type, key: true },
      copy: { pinned: true },
    });
    expect(await played(buyer, content_id)).toEqual(songs[title as keyof typeof songs]);
  }

  // The new holder of the licence can, the former cannot.
  await buyer.order({ kind: 'offer', licence_address, price: String(9n * TON) });
  await expect.poll(async () => (await third.market())[0]?.offers.length, patience).toBe(1);
  const last = bought.at(-1)?.content_id ?? '';
  await third.post('/local/blocked', { content_id: last, reason: 'The law' });
  await third.order({ kind: 'buy_offer', licence_address, price: String(9n * TON) });
  for (const { content_id } of bought) {
    await expect.poll(async () => (await buyer.open(content_id)).status, patience).toBe(402);
    const kept = async () => (await buyer.get<LocalContent>(`/local/content/${content_id}`)).copy?.pinned;
    await expect.poll(kept, patience).toBe(false);
  }
  // A song that the holder has blocked is left out.
  await third.delivered();
  expect((await third.open(last)).status).toBe(410);
  for (const { content_id, title } of bought.slice(0, -1)) {
    expect(await played(third, content_id)).toEqual(songs[title as keyof typeof songs]);
  }
});
