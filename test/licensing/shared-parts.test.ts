import { expect, it } from 'vitest';
import type { Registrant } from '../../src/crypto/age/registrant.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { collectionShop, registrant } from './support/collection-shop.ts';
import { minuteMs, user } from './support/shop.ts';

const MiB = 1024 * 1024;
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
  node.encryptions.reconcile();
  await expect.poll(() => [hostile, own].map(node.isRestricted)).toEqual([false, false]);
  expect([node.isRestricted(foreign), node.has(sha256)]).toEqual([true, true]);
});

it('keeps the sale of a song that is not ordered yet when the sale of an album with it fails', async () => {
  const { world, ...node } = await collectionShop({ maxUploadBytes: 100 * MiB, userQuotaBytes: 1e9 });
  const [song, long] = [await node.store(randomBytes(1000)), await node.store(randomBytes(20 * MiB))];
  const alone = await node.encryptions.encrypt(song, user, registrant);
  world.now += 1;
  const album = await node.album([song, long]);
  node.start();
  const sellAlbum = () => node.encryptToEnd(album, registrant).catch((error: unknown) => error);
  const stopped = { text: { reason: 'licensing.encryptionStopped' } };
  const sale = sellAlbum();
  await node.isEncrypting(long);
  await node.encryptions.cancel(album);
  expect(await sale).toMatchObject(stopped);
  await expect.poll(() => [album, long].map(node.isRestricted)).toEqual([false, false]);
  expect([node.isRestricted(song), node.has(alone.sha256)]).toEqual([true, true]);

  // A sale that begins during that of the album does not end with it, even while the song is being encrypted.
  const again = sellAlbum();
  await node.isEncrypting(long);
  const single = node.encryptToEnd(long, registrant);
  await node.encryptions.cancel(album);
  expect(await again).toMatchObject(stopped);
  const { sha256 } = await single;
  node.encryptions.reconcile();
  expect([song, long].map(node.isRestricted)).toEqual([true, true]);
  expect(node.has(sha256)).toBe(true);

  // Without an order both end later, as any other sale.
  world.now += 11 * minuteMs;
  node.encryptions.reconcile();
  await expect.poll(() => [song, long].map(node.isRestricted)).toEqual([false, false]);
});

it('keeps that sale when the node was restarted meanwhile', async () => {
  const node = await collectionShop();
  const song = await node.store(randomBytes(1000));
  const alone = await node.encryptions.encrypt(song, user, registrant);
  node.world.now += 1;
  const album = await node.album([song]);
  await node.encryptions.encrypt(album, user, registrant);
  await node.stop();

  const next = await collectionShop({ dataDir: node.dataDir });
  next.start();
  await next.encryptions.cancel(album);
  next.encryptions.reconcile();
  await expect.poll(() => next.isRestricted(album)).toBe(false);
  await next.encryptions.stop();
  expect([next.isRestricted(song), next.has(alone.sha256)]).toEqual([true, true]);
});

it('ends the sale of a song with that of its album, although somebody else asked to sell the song', async () => {
  const node = await collectionShop({ maxUploadBytes: 100 * MiB, userQuotaBytes: 1e9 });
  const long = await node.store(randomBytes(20 * MiB));
  const album = await node.album([long]);
  const sale = node.encryptToEnd(album, registrant).catch((error: unknown) => error);
  await node.isEncrypting(long);
  await expect(node.encryptions.encrypt(long, 'user:2', registrant)).rejects.toMatchObject({
    code: 'not_yours',
  });
  await node.encryptions.cancel(album);
  expect(await sale).toMatchObject({ text: { reason: 'licensing.encryptionStopped' } });
  await expect.poll(() => [album, long].map(node.isRestricted)).toEqual([false, false]);
});
