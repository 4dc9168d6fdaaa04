import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOfLink } from '../../electron/launch/link.ts';
import { english } from '../../src/contract/messages/en/index.ts';
import { forWebUsers, webUser } from '../orders/support/web-user.ts';
import { json } from '../support/node/start-test-node.ts';
import { pictureNamed } from '../support/pictures.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { type SharedNode, sharedNode } from './support/shared-node.ts';

let node: SharedNode;
let plain: string;
let sold: { id: string; address: string };

beforeAll(async () => {
  node = await sharedNode({ chain: { network: 'embedded' }, ...forWebUsers });
  await node.hasMarket();
});
afterAll(() => node.stop());

it('shows price and seller of a sold file, and how to buy it, but no file', async () => {
  const cover = await node.add(pictureNamed('cover', 300, 300), 'cover.png');
  plain = (await node.upload(randomBytes(5000), 'evening.mp3')).content_id;
  const terms = {
    title: 'Evening Song',
    authors: ['Ada Marlow'],
    price: '5500000000',
    cover_id: cover.content_id,
  };
  const content = await node.sell(plain, terms);
  sold = { id: content.content_id, address: content.encrypted?.content_address ?? '' };
  const { status, text, headers } = await node.page(sold.id);
  expect(status).toBe(200);
  expect(text).toContain('<h1 dir="auto">Evening Song</h1>');
  expect(text).toContain('<strong>5.5 GRAM</strong>');
  expect(text).toContain(english.sharePage.testMoney);
  expect(text).toMatch(
    /<bdi>Ada Marlow<\/bdi> · <span class="wallet" title="[\w-]{48}">wallet [\w-]{4}…[\w-]{4}</,
  );
  const [, link = ''] = /href="(alcove:[^"]+)"/.exec(text) ?? [];
  expect(pathOfLink(link)).toBe(`/item/${sold.address}`);
  expect(text).not.toMatch(/<audio|download=1|og:audio/);
  expect(text).not.toContain(`/api/v1/storage/${sold.id}`);
  expect(text).toMatch(/property="og:description" content="5\.5 GRAM · Ada Marlow · Audio · /);
  expect(text).toMatch(/property="og:image" content="http/);
  expect(headers.has('x-robots-tag')).toBe(false);
});

it('redirects from the address on the chain and from the id before the sale to the page', async () => {
  for (const id of [sold.address, plain]) {
    const { status, headers } = await node.page(id);
    expect([status, headers.get('location')]).toEqual([302, `/s/${sold.id}`]);
  }
});

it('shows that a withdrawn file is not for sale', async () => {
  const terms = { ...{ price: '5500000000', resale_price: '0', allow_resale: false }, withdrawn: true };
  await node.done({ kind: 'terms', content_address: sold.address, ...terms });
  await expect.poll(async () => (await node.page(sold.id)).text).toContain(english.sharePage.withdrawn);
  expect((await node.page(sold.id)).text).not.toContain('alcove://market');
});

it('hides the name of a file whose sale has begun, but is not on the chain yet', async () => {
  const author = await webUser(node.alcove, 71);
  const id = await author.upload('A song that nobody knows');
  expect((await node.page(id)).status).toBe(200);
  await author.publish(id, { title: 'Nobody knows' });
  const { status, text, headers } = await node.page(id);
  expect([status, headers.get('content-type')]).toEqual([402, 'text/html; charset=utf-8']);
  expect(text).toContain(english.licensing.saleUnderWay);
  expect(text).not.toMatch(/Nobody knows|alcove:/);
});

it('names a blocked file by none of its ids', async () => {
  const request = json({ content_id: sold.id, reason: 'by law' });
  expect((await node.alcove.askLocal('/local/blocked', { method: 'POST', ...request })).status).toBe(201);
  for (const id of [sold.id, sold.address, plain]) {
    const { status, text } = await node.page(id);
    expect(status).toBe(410);
    expect(text).not.toMatch(/Evening Song|Ada Marlow|alcove:/);
  }
});
