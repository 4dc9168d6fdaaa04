import { beginCell, Cell } from '@ton/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getContentKey } from '../../src/contract/node-api/licensing.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { bytesOf, fetchFrom, patience, type Seller, seller } from '../licensing/support/seller.ts';
import { forWebUsers, type WebUser, webUser } from '../orders/support/web-user.ts';
import { randomBytes } from '../support/random-bytes.ts';

let shop: Seller;
let author: WebUser;
let rival: WebUser;
beforeAll(async () => {
  shop = await seller({ settings: forWebUsers });
  await shop.hasMarket();
  [author, rival] = [await webUser(shop.alcove, 81), await webUser(shop.alcove, 82)];
});
afterAll(() => shop.stop());

/** The same registration, copied by an observer. */
function copiedFor(owner: WebUser['address'], payload: string): string {
  const body = Cell.fromBase64(payload).beginParse();
  const begun = beginCell().storeUint(body.loadUint(32), 32).storeUint(body.loadUintBig(64), 64);
  begun.storeUint(body.loadUint(32), 32);
  body.loadAddress();
  return begun.storeAddress(owner).storeRef(body.loadRef()).endCell().toBoc().toString('base64');
}

const linkOf = async (user: WebUser, content_id: string) =>
  (await user.client.content.view(content_id)).display_options.content_url;

/** The contents of the chain in the market, by owner. */
const inMarket = async (owner: WebUser): Promise<boolean> => {
  const { items } = await shop.ask<{ items: { owner: string }[] }>('/local/market');
  return items.some((item) => item.owner.slice(2, -4) === owner.address.toString().slice(2, -4));
};

it('gives neither rights nor the key to a copied registration that is first on the chain, and keeps the author’s order', async () => {
  const text = `A song, ${randomBytes(8).toString('hex')}`;
  const plain = await author.upload(text);
  const message = await author.publish(plain);
  const encrypted = (await author.intents())[0]?.content_id ?? '';
  await rival.send({ ...message, payload: copiedFor(rival.address, message.payload) });
  await expect.poll(() => inMarket(rival), patience).toBe(true);
  const theirs = await shop.ask<{ items: { content_address: string }[] }>('/local/market');

  expect(await linkOf(rival, encrypted)).toBeNull();
  const recipient = AgeIdentity.generate().recipient.toString();
  const askKey = (user: WebUser, address: string | null | undefined) =>
    user.client.call(getContentKey, { query: { content_address: address ?? '', recipient } });
  await expect(askKey(rival, theirs.items[0]?.content_address)).rejects.toMatchObject({
    code: 'content_not_found',
  });
  expect((await author.intents())[0]).toMatchObject({ state: 'open' });
  for (const id of [plain, encrypted]) {
    const link = await linkOf(author, id);
    expect((await bytesOf(await fetchFrom(shop.alcove, link))).toString()).toBe(text);
  }

  // The author's own message arrives: the content is at its address.
  await author.send(message);
  await expect.poll(async () => (await author.intents())[0]?.state, patience).toBe('confirmed');
  const { content_address } = await author.client.content.view(encrypted);
  expect(content_address).toBe((await author.intents())[0]?.content_address);
  expect([await linkOf(rival, encrypted), (await askKey(author, content_address)).receipt]).toEqual([
    null,
    null,
  ]);
  const link = await linkOf(author, encrypted);
  expect((await bytesOf(await fetchFrom(shop.alcove, link))).toString()).toBe(text);
  await rival.send(await rival.buy(content_address ?? ''));
  await expect.poll(() => linkOf(rival, encrypted), patience).toMatch(/access=/);
});
