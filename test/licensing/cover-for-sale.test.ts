import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ViewedContent } from '../../src/contract/node-api/serving.ts';
import { json } from '../support/node/start-test-node.ts';
import { pictureNamed, pngOf, svgBomb } from '../support/pictures.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { problemOf, registration, type Seller, seller } from './support/seller.ts';

let shop: Seller;
beforeAll(async () => {
  shop = await seller();
  await shop.hasMarket();
});
afterAll(() => shop.stop());

const edit = (id: string, body: object) =>
  shop.alcove.askLocal(`/local/content/${id}`, { method: 'PATCH', ...json(body) });
const seen = (id: string) =>
  shop.alcove.ask(`/api/v1/content.view?content_id=${id}`).then((one) => one.text());

it('rejects a sold picture as a cover, also of its own encrypted file', async () => {
  const { content_id: id, content_sha256: hash } = await shop.upload(pictureNamed('for sale'), 'picture.png');
  const song = (await shop.upload(randomBytes(100), 'song.mp3')).content_id;
  await edit(song, { cover_id: id, published: true });
  await edit(id, { cover_id: id });
  expect(await seen(song)).toContain(id);
  const { display_options } = JSON.parse(await seen(song)) as ViewedContent;
  const link = display_options.metadata.image as string;
  expect((await fetch(link)).status).toBe(200);
  const order = (await (await shop.register(id)).json()) as { content_id: string };
  for (const record of [await seen(song), await seen(order.content_id)]) {
    for (const name of [id, hash]) expect(record).not.toContain(name);
  }
  expect((await fetch(link)).status, 'by the link of a page that showed it before').toBe(402);
  expect(await problemOf(await shop.register(song, { cover_id: id }))).toMatchObject({
    code: 'invalid_request',
    detail: expect.stringContaining('image'),
  });
});

it('removes the thumbnail of a sold picture', async () => {
  const { content_id: id } = await shop.upload(pictureNamed('sold later'), 'picture.png');
  const thumbnail = pictureNamed('small').toString('base64');
  const media = { method: 'PUT', ...json({ state: 'made', maker: 1, thumbnail }) };
  await shop.ask(`/local/content/${id}/media`, media);
  const url = `${shop.alcove.node.dashboardUrl}${(await shop.content(id)).thumbnail_url}`;
  expect((await fetch(url)).status).toBe(200);
  await shop.register(id);
  expect(await shop.content(id)).toMatchObject({ thumbnail_url: null, media: { state: 'made' } });
  expect((await fetch(url)).status).toBe(404);
});

it.each([
  ['an SVG', svgBomb(), 'isn’t a PNG'],
  ['a huge picture', pngOf(20_000, 20_000), 'megapixels'],
])('refuses to register %s as a cover, and encrypts nothing', async (_name, bytes, why) => {
  const song = (await shop.upload(randomBytes(100), 'song.mp3')).content_id;
  const { content_id: cover_id } = await shop.upload(bytes, 'cover.png');
  const refused = { status: 400, code: 'invalid_request', detail: expect.stringContaining('image ') };
  const request = { ...registration, pay_with: 'practice_wallet', content_id: song, cover_id };
  const quote = shop.alcove.askLocal('/local/orders/quote', { method: 'POST', ...json(request) });
  for (const answer of [await quote, await shop.register(song, { cover_id })]) {
    const problem = await problemOf(answer);
    expect(problem).toMatchObject(refused);
    expect(problem).toMatchObject({ detail: expect.stringContaining(why) });
  }
  expect((await shop.content(song)).encryption).toBeNull();
});
