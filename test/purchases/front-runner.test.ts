import { join } from 'node:path';
import { beginCell, Cell } from '@ton/core';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MarketPage } from '../../src/contract/dashboard-api/market.ts';
import { getContentKey } from '../../src/contract/node-api/licensing.ts';
import { parseContentId } from '../../src/core/content-id.ts';
import { parseTonAddress } from '../../src/core/ton/ton-address.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { bytesOf, fetchFrom, patience, problemOf, type Seller, seller } from '../licensing/support/seller.ts';
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

/** The addresses of the registrations of a file in the index of a node, the first one first. */
function registrationsOf({ alcove }: Pick<Seller, 'alcove'>, id: string): string[] {
  const db = new Database(join(alcove.dataDir, 'alcove.db'), { readonly: true });
  try {
    return db
      .prepare<[Buffer], string>('SELECT address FROM chain_contents WHERE sha256 = ? ORDER BY id')
      .pluck()
      .all(parseContentId(id).sha256);
  } finally {
    db.close();
  }
}

/** The files in the Store of a node. */
const inStore = async (node: Pick<Seller, 'ask'>): Promise<(string | null)[]> =>
  (await node.ask<MarketPage>('/local/market')).items.map(({ content_id }) => content_id);

it('gives neither rights nor the key to a copied registration that is first on the chain, and keeps the author’s order', async () => {
  const text = `A song, ${randomBytes(8).toString('hex')}`;
  const plain = await author.upload(text);
  const message = await author.publish(plain);
  const encrypted = (await author.intents())[0]?.content_id ?? '';
  await rival.send({ ...message, payload: copiedFor(rival.address, message.payload) });
  await expect.poll(() => registrationsOf(shop, encrypted), patience).toHaveLength(1);
  const [theirs] = registrationsOf(shop, encrypted);
  expect(await inStore(shop)).toEqual([]);

  expect(await linkOf(rival, encrypted)).toBeNull();
  const recipient = AgeIdentity.generate().recipient.toString();
  const askKey = (user: WebUser, address: string | null | undefined) =>
    user.client.call(getContentKey, { query: { content_address: address ?? '', recipient } });
  await expect(askKey(rival, theirs)).rejects.toMatchObject({
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

it('shows the registration of the author on other nodes that have the file, not copies that were first', async () => {
  const plain = await author.upload(`A song, ${randomBytes(8).toString('hex')}`);
  const message = await author.publish(plain);
  const encrypted = (await author.intents())[0]?.content_id ?? '';
  // One copy is for the rival, one is in the author's name.
  await rival.send({ ...message, payload: copiedFor(rival.address, message.payload) });
  await rival.send({ ...message, payload: copiedFor(author.address, message.payload) });
  const { endpoint, platform } = await shop.alcove.node.shareChain();
  const chain = { network: 'embedded', endpoint, master_address: platform } as const;
  const other = await seller({ settings: { ...forWebUsers, chain } });
  try {
    const shown = async () => {
      const address = (await other.alcove.client().content.view(encrypted)).content_address;
      return address ? parseTonAddress(address) : null;
    };
    // A node without the file cannot know better: the first registration counts.
    await expect.poll(() => registrationsOf(other, encrypted), patience).toHaveLength(2);
    expect(await inStore(other)).toContain(encrypted);

    const file = await bytesOf(await shop.alcove.ask(`/api/v1/storage/${encrypted}`));
    expect((await other.upload(file)).content_id).toBe(encrypted);
    expect([await shown(), (await inStore(other)).includes(encrypted)]).toEqual([null, false]);
    await author.send(message);
    await expect.poll(() => registrationsOf(other, encrypted), patience).toHaveLength(3);
    const own = registrationsOf(other, encrypted)[2];
    expect([await shown(), (await inStore(other)).includes(encrypted)]).toEqual([own, true]);
    await expect
      .poll(async () => (await author.client.content.view(encrypted)).content_address, patience)
      .toSatisfy((address) => parseTonAddress(address ?? '') === own);

    // No other wallet can register it.
    const free = { price: '0', resale_price: '0', allow_resale: false };
    const refused = await problemOf(await other.register(encrypted, free));
    expect(refused).toMatchObject({ code: 'not_yours', reason: 'orders.otherRegistrant' });
  } finally {
    await other.stop();
  }
});
