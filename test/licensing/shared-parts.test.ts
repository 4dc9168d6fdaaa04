import { expect, it } from 'vitest';
import type { Registrant } from '../../src/crypto/age/registrant.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { collectionShop, registrant } from './support/collection-shop.ts';
import { user } from './support/shop.ts';

const other: Registrant = { network: 'embedded', wallet: `0:${'b'.repeat(64)}` };

/** A shop whose album of one song waits for its registration. */
async function inSale() {
  const node = await collectionShop();
  const song = await node.store(randomBytes(1000));
  const album = await node.album([song]);
  const { sha256 } = await node.encryptions.encrypt(album, user, registrant);
  const part = node.sold.partsOf(sha256)[0]?.part as Buffer;
  return { ...node, song, whole: album, part };
}

it('keeps the encrypted song of a collection in sale when another wallet sells the song singly', async () => {
  const { song, part, ...node } = await inSale();
  expect((await node.encryptions.encrypt(song, user, other)).sha256).toEqual(part);
  expect([node.has(part), node.keys.findOwn(part) !== undefined]).toEqual([true, true]);
});

it('keeps it when another wallet sells another collection with the song', async () => {
  const { song, part, ...node } = await inSale();
  const another = await node.album([await node.store(randomBytes(1000)), song]);
  await expect(node.encryptions.encrypt(another, user, other)).rejects.toMatchObject({
    text: { params: { title: 'Song 2', why: { reason: 'licensing.partOfOtherWallet' } } },
  });
  expect([node.has(part), node.keys.findOwn(part) !== undefined]).toEqual([true, true]);
  expect(node.isRestricted(song)).toBe(true);
});

it('encrypts a collection anew for another wallet as long as nothing else needs its songs', async () => {
  const { whole, part, ...node } = await inSale();
  const { sha256 } = await node.encryptions.encrypt(whole, user, other);
  const [anew] = node.sold.partsOf(sha256);
  expect(anew?.part.equals(part)).toBe(false);
  expect([node.has(part), node.has(anew?.part as Buffer)]).toEqual([false, true]);
});

it('does not touch the sale of another user whose song a collection lists', async () => {
  const node = await collectionShop();
  const [own, foreign] = [await node.store(randomBytes(100)), await node.store(randomBytes(100), 'user:2')];
  const { sha256 } = await node.encryptions.encrypt(foreign, 'user:2', other);
  const hostile = await node.album([own, foreign]);
  await expect(node.encryptions.encrypt(hostile, user, registrant)).rejects.toMatchObject({
    code: 'not_yours',
    text: { params: { title: 'Song 2' } },
  });
  node.encryptions.settle();
  await expect.poll(() => [hostile, own].map(node.isRestricted)).toEqual([false, false]);
  expect([node.isRestricted(foreign), node.has(sha256)]).toEqual([true, true]);
});
