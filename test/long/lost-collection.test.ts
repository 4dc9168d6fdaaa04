import { rmSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import type {
  Collection,
  CollectionDetails,
  CollectionEntry,
} from '../../src/contract/dashboard-api/library/collections.ts';
import type { ContentPart } from '../../src/contract/dashboard-api/licensing.ts';
import type { Purchases } from '../../src/contract/dashboard-api/purchases.ts';
import type { Share } from '../../src/contract/dashboard-api/sharing.ts';
import { systemClock } from '../../src/core/clock.ts';
import { restoreRecovery } from '../../src/features/recovery/recovery-restore.ts';
import { store } from '../collections/sharing-nodes.ts';
import { sha256 } from '../licensing/support/seller.ts';
import { nodes, type OpenAnswer, patience, person, stopAll, TON } from '../purchases/support/person.ts';
import { longFile } from '../sharing/sharer.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import { json, temporaryFolder } from '../support/node/start-test-node.ts';
import { samplePictures } from '../support/pictures.ts';

type Person = Awaited<ReturnType<typeof person>>;

afterEach(stopAll);

const passphrase = 'nine ravens over the bridge';
const type = 'audio/mpeg';
const songs = {
  'Low Tide': Buffer.from(longFile(150_000)),
  Lantern: Buffer.from('a short song'),
};

const partsOf = async ({ get }: Person, id: string) =>
  (await get<{ parts: ContentPart[] }>(`/local/content/${id}/parts`)).parts;

const all = Object.fromEntries(Object.entries(songs).map(([title, bytes]) => [title, sha256(bytes)]));

/** Returns the hashes of what a person can play of an album, by title. */
async function playable(who: Person, album: string): Promise<Record<string, string>> {
  const played: Record<string, string> = {};
  for (const { content_id, title } of await partsOf(who, album)) {
    const opened = await who.open(content_id);
    if (!opened.ok) continue;
    const { url } = (await opened.json()) as OpenAnswer;
    played[title] = sha256(Buffer.from(await (await fetch(url)).arrayBuffer()));
  }
  return played;
}

/** Starts a host with a chain and an album for sale, its seller, and two persons with money. */
async function shop() {
  const studio = await startPublicNode({ settings: { chain: { network: 'embedded' } } });
  nodes.add(studio);
  const { host } = studio;
  const { endpoint, platform } = await studio.node.shareChain();
  const chain = { network: 'embedded', endpoint, master_address: platform } as const;
  const settings = { chain, network: { bootstrap: [host] } };
  const [author, buyer, late] = await Promise.all([person(settings), person(settings), person(settings)]);
  await Promise.all([author.fund(), buyer.fund(), late.fund()]);

  await author.post('/local/share-hosts', { host });
  const { id } = await author.post<CollectionDetails>('/local/collections', {
    ...{ kind: 'album', title: 'Evening', artists: ['Ada Marlow'] },
  });
  const { content_id: cover_id } = await store(author.node, 'cover.gif', {
    ...{ bytes: samplePictures.gif, type: 'image/gif' },
  });
  const edit = { method: 'PATCH', ...json({ cover_id }) };
  expect((await author.node.askLocal(`/local/collections/${id}`, edit)).status).toBe(200);
  for (const [title, bytes] of Object.entries(songs)) {
    const { content_id } = await store(author.node, `${title}.mp3`, { bytes, type });
    await author.post(`/local/collections/${id}/entries`, { entries: [{ content_id }] });
  }
  const { content_id } = await author.post<{ content_id: string }>(`/local/collections/${id}/sale`, {});
  const { content_address } = await author.order({
    ...{ kind: 'register', content_id, title: 'Evening', price: String(TON), resale_price: String(5n * TON) },
    ...{ allow_resale: true, downloadable: true, royalties: [], host },
  });
  const shares = async () => (await author.get<{ shares: Share[] }>('/local/shares')).shares;
  await expect
    .poll(async () => (await shares()).map(({ state }) => state), patience)
    .toEqual(['shared', 'shared', 'shared']);
  const [offer] = await author.market();
  const album = offer?.content_id ?? '';
  return { studio, author, buyer, late, settings, collection: id, content_address, album };
}

/** Loses a person's computer, and restores another one from the recovery file. */
async function recovered(lost: Person, settings: Parameters<typeof person>[0]): Promise<Person> {
  const made = await lost.node.askLocal('/local/recovery', { method: 'POST', ...json({ passphrase }) });
  const file = Buffer.from(await made.arrayBuffer());
  await lost.end();
  rmSync(lost.dataDir, { recursive: true });
  const dataDir = temporaryFolder();
  await restoreRecovery({ file, passphrase, dataDir }, systemClock);
  return person(settings, dataDir);
}

it('survives the loss of files, computers and songs at the host', async () => {
  const { studio, author, late, settings, collection, content_address, album, ...started } = await shop();
  let { buyer } = started;
  const buy = async (who: Person) => {
    await expect.poll(async () => (await who.market()).length, patience).toBe(1);
    await who.order({ kind: 'purchase', content_address, licence: 'listen' });
  };
  await buy(buyer);
  const { licence_address: licence } = await buyer.delivered();
  expect(await playable(buyer, album)).toEqual(all);
  const collections = async ({ get }: Person) =>
    (await get<{ items: Collection[] }>('/local/collections')).items;
  const [bought] = await collections(buyer);
  expect(bought).toMatchObject({ kind: 'album', title: 'Evening', artists: ['Ada Marlow'], contents: 2 });
  const cover = async () => {
    const [shown] = await collections(buyer);
    return Buffer.from(await (await buyer.node.askLocal(shown?.cover_url ?? '')).arrayBuffer());
  };
  await expect.poll(cover, patience).toEqual(samplePictures.gif);
  const [first, second] = (await partsOf(buyer, album)).map(({ content_id }) => content_id);

  // Without the list here, the songs play; without a song, the others do. The next delivery brings both back.
  const remove = ({ node }: Person, id = '') => node.askLocal(`/local/content/${id}`, { method: 'DELETE' });
  expect((await remove(buyer, album)).status).toBe(200);
  expect(await playable(buyer, album)).toEqual(all);
  expect((await remove(buyer, first)).status).toBe(200);
  expect(await playable(buyer, album)).toEqual({ Lantern: all.Lantern });
  await buyer.post(`/local/purchases/${licence}/deliver`, {});
  await expect.poll(() => playable(buyer, album), patience).toEqual(all);

  // The buyer's computer is lost.
  buyer = await recovered(buyer, settings);
  const waiting = async () => (await buyer.get<Purchases>('/local/purchases?shown=given')).counts.found;
  await expect.poll(waiting, patience).toBe(1);
  await buyer.post('/local/purchases/found', { answer: 'deliver_all' });
  await buyer.delivered();
  expect(await playable(buyer, album)).toEqual(all);
  expect(await collections(buyer)).toMatchObject([{ id: bought?.id, contents: 2 }]);
  await expect.poll(cover, patience).toEqual(samplePictures.gif);

  // The seller's, too: the files come back from the host.
  const seller = await recovered(author, settings);
  const details = () => seller.get<CollectionDetails>(`/local/collections/${collection}`);
  expect(await details()).toMatchObject({ sold_as: album });
  const own = (await seller.get<{ items: CollectionEntry[] }>(`/local/collections/${collection}/entries`))
    .items;
  expect(own).toMatchObject([{ content_id: first }, { content_id: second }]);
  for (const content_id of [album, first, second]) {
    await seller.post('/local/copies', { content_id, pinned: true });
    const kept = async () => (await seller.node.askLocal(`/local/content/${content_id}`)).status;
    await expect.poll(kept, patience).toBe(200);
  }
  await expect.poll(() => playable(seller, album), patience).toEqual(all);
  expect(await seller.post(`/local/collections/${collection}/sale`, {})).toEqual({
    ...{ content_id: album, is_sold: true },
  });

  // The host takes a song down: later buyers get the others, and the delivery says what is missing.
  await studio.askLocal('/local/blocked', {
    method: 'POST',
    ...json({ content_id: second, reason: 'The law' }),
  });
  expect((await studio.ask(`/api/v1/storage/${second}`)).status).toBe(410);
  await buy(late);
  await expect.poll(() => playable(late, album), patience).toEqual({ 'Low Tide': all['Low Tide'] });
  await expect
    .poll(async () => (await late.library())[0]?.delivery, patience)
    .toMatchObject({ state: 'waiting' });
  expect(await (await studio.ask(`/s/${album}`)).text()).toContain('<bdi>Lantern</bdi>');

  // It takes the album down: nobody learns anything there any more, and who has it keeps it.
  await studio.askLocal('/local/blocked', {
    method: 'POST',
    ...json({ content_id: album, reason: 'The law' }),
  });
  expect((await studio.ask(`/s/${album}`)).status).toBe(410);
  expect((await studio.askLocal(`/local/content/${album}/parts`)).status).toBe(410);
  expect(await playable(buyer, album)).toEqual(all);
});
