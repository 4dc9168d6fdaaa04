import { afterAll, beforeAll, expect, it } from 'vitest';
import { localUpload } from '../../src/contract/dashboard-api/content.ts';
import { json } from '../support/node/start-test-node.ts';
import { pictureNamed } from '../support/pictures.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { patience, type Seller, seller } from './support/seller.ts';

let shop: Seller;
beforeAll(async () => {
  shop = await seller();
  await shop.hasMarket();
});
afterAll(() => shop.stop());

/** Stores a file that is made for a sale, as the dashboard does. */
async function made(bytes: Buffer, type: string, hidden = 'true'): Promise<string> {
  const headers = { 'Content-Type': type };
  const response = await shop.alcove.askLocal(`/local/content?hidden=${hidden}`, {
    ...{ method: 'POST', body: new Uint8Array(bytes), headers },
  });
  return localUpload.parse(await response.json()).content.content_id;
}

/** Sells a song with a cover. */
async function sold(name: string, cover_id: string, changes: object = {}): Promise<string> {
  const { content_id } = await shop.upload(randomBytes(1000), `${name}.mp3`);
  const edit = { method: 'PATCH', ...json({ cover_id }) };
  expect((await shop.alcove.askLocal(`/local/content/${content_id}`, edit)).status).toBe(200);
  return (await shop.sell(content_id, { title: name, ...changes })).content_id;
}

it('deletes covers and previews that were made for a sale with the last file that uses them', async () => {
  const cover = await made(pictureNamed('cover'), 'image/png');
  const preview = await made(randomBytes(500), 'audio/mpeg');
  const own = await made(pictureNamed('own'), 'image/png', 'false');
  const first = await sold('First', cover, { preview_id: preview });
  const second = await sold('Second', cover);
  const third = await sold('Third', own);
  // The sale ends a moment after the plain file is gone.
  const remove = (id: string) =>
    expect
      .poll(
        async () => (await shop.alcove.askLocal(`/local/content/${id}`, { method: 'DELETE' })).status,
        patience,
      )
      .toBe(200);
  const stored = () =>
    Promise.all(
      [cover, preview, own].map(async (id) => (await shop.alcove.askLocal(`/local/content/${id}`)).ok),
    );

  expect(await stored()).toEqual([true, true, true]);
  await remove(first);
  await expect.poll(stored, patience).toEqual([true, false, true]);
  await remove(second);
  await expect.poll(stored, patience).toEqual([false, false, true]);
  // A picture of the Library stays.
  await remove(third);
  const last = await made(pictureNamed('last'), 'image/png');
  await remove(await sold('Last', last));
  await expect
    .poll(async () => (await shop.alcove.askLocal(`/local/content/${last}`)).ok, patience)
    .toBe(false);
  expect(await stored()).toEqual([false, false, true]);
});

it('keeps a picture that a person has chosen for a sale', async () => {
  const cover = await made(pictureNamed('chosen'), 'image/png');
  const preview = await made(randomBytes(400), 'audio/mpeg');
  const first = await sold('Fourth', cover, { preview_id: preview });
  // The same picture is chosen for another file while the first one is deleted.
  expect(await made(pictureNamed('chosen'), 'image/png')).toBe(cover);
  const statusOf = async (id: string, method: string) =>
    (await shop.alcove.askLocal(`/local/content/${id}`, { method })).status;
  await expect.poll(() => statusOf(first, 'DELETE'), patience).toBe(200);
  await expect.poll(() => statusOf(preview, 'GET'), patience).toBe(404);
  await sold('Fifth', cover);
  expect(await statusOf(cover, 'GET')).toBe(200);
});
