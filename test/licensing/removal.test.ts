import { afterAll, beforeAll, expect, it } from 'vitest';
import { getContentKey } from '../../src/contract/node-api/licensing.ts';
import { deleteStorage } from '../../src/contract/node-api/serving.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { forWebUsers, type WebUser, webUser } from '../orders/support/web-user.ts';
import { json } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { bytesOf, fetchFrom, patience, problemOf, type Seller, seller } from './support/seller.ts';

let shop: Seller;
let author: WebUser;
beforeAll(async () => {
  shop = await seller({ settings: forWebUsers });
  await shop.hasMarket();
  author = await webUser(shop.alcove, 83);
});
afterAll(() => shop.stop());

const linkOf = async (id: string) => (await author.client.content.view(id)).display_options.content_url;

it('refuses to remove an encrypted file with a pending registration', async () => {
  const text = `A song, ${randomBytes(8).toString('hex')}`;
  const message = await author.publish(await author.upload(text));
  const encrypted = (await author.intents())[0]?.content_id ?? '';
  await expect(author.client.call(deleteStorage, { params: { id: encrypted } })).rejects.toMatchObject({
    code: 'order_open',
  });
  const byOwner = await shop.alcove.askLocal(`/local/content/${encrypted}`, { method: 'DELETE' });
  expect(await problemOf(byOwner)).toMatchObject({ status: 409, code: 'order_open' });
  await author.send(message);
  await expect.poll(async () => (await author.intents())[0]?.state, patience).toBe('confirmed');
  expect((await bytesOf(await fetchFrom(shop.alcove, await linkOf(encrypted)))).toString()).toBe(text);
});

it('returns neither a blocked content from its encrypted file nor the key', async () => {
  const plain = await author.upload(`A song, ${randomBytes(8).toString('hex')}`);
  await author.send(await author.publish(plain));
  const encrypted = (await author.intents())[0]?.content_id ?? '';
  await expect.poll(async () => (await author.intents())[0]?.state, patience).toBe('confirmed');
  const link = await linkOf(encrypted);
  expect((await fetchFrom(shop.alcove, link)).status).toBe(200);
  const { content_address } = await author.client.content.view(encrypted);

  await shop.alcove.askLocal('/local/blocked', {
    method: 'POST',
    ...json({ content_id: plain, reason: 'The law' }),
  });
  expect(await problemOf(await fetchFrom(shop.alcove, link))).toMatchObject({ status: 410, code: 'blocked' });
  expect(await linkOf(encrypted)).toBeNull();
  const recipient = AgeIdentity.generate().recipient.toString();
  const query = { content_address: content_address ?? '', recipient };
  await expect(author.client.call(getContentKey, { query })).rejects.toMatchObject({ code: 'blocked' });
});

it.each(['plain', 'encrypted'])(
  'shows and sells nothing on the chain of a blocked %s file',
  async (which) => {
    const plain = await author.upload(`A song, ${randomBytes(8).toString('hex')}`);
    await author.send(await author.publish(plain));
    const encrypted = (await author.intents())[0]?.content_id ?? '';
    await expect.poll(async () => (await author.intents())[0]?.state, patience).toBe('confirmed');
    const { content_address } = await author.client.content.view(encrypted);
    const buyer = await webUser(shop.alcove, which === 'plain' ? 84 : 85);
    expect((await buyer.client.content.view(content_address ?? '')).title).not.toBe('');

    await shop.alcove.askLocal('/local/blocked', {
      method: 'POST',
      ...json({ content_id: which === 'plain' ? plain : encrypted, reason: 'The law' }),
    });
    await expect(buyer.client.content.view(content_address ?? '')).rejects.toMatchObject({
      code: 'blocked',
      status: 410,
    });
    if (which === 'encrypted')
      await expect(buyer.client.content.view(encrypted)).rejects.toMatchObject({
        code: 'blocked',
        status: 410,
      });
    await expect(buyer.buy(content_address ?? '')).rejects.toMatchObject({ code: 'blocked' });
  },
);
