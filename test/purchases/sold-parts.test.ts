import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { manifestType, soldCollectionType } from '../../src/contract/collections/media-types.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import { coverLimits } from '../../src/core/image/cover-image.ts';
import { encrypt } from '../../src/crypto/age/encrypt.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { registrantStanza } from '../../src/crypto/age/registrant.ts';
import { manifestFile } from '../../src/features/content/manifests/manifest.ts';
import { soldCollectionFile } from '../../src/features/licensing/sold-collections/sold-collection-file.ts';
import { entryOf, manifestOf, registrant } from '../licensing/support/collection-shop.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { startReceiver } from './receiver.ts';
import { startSellingNode } from './selling-node.ts';
import { licenceAddress, soldSong } from './sold-song.ts';

const sha256Of = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** The length of a song in milliseconds. */
const lengthOf = (index: number): number => 60_000 + index;

const wordsOf = ['one', 'two', 'three'];

/** An encrypted file that names the wallet of a seller. */
async function encryptedFile(plain: Buffer, by = registrant) {
  const identity = AgeIdentity.generate();
  const pieces = encrypt(Readable.from([plain]), [identity.recipient], [registrantStanza(by)]);
  const file = await buffer(pieces);
  return { identity, file, encrypted: sha256Of(file) };
}

type EncryptedSong = Awaited<ReturnType<typeof encryptedFile>>;

/** A host with an album, and the node of its buyer. */
async function albumOf(
  songs: readonly EncryptedSong[],
  cover?: Buffer<ArrayBuffer>,
  named: 'in its list' | 'by its registration' = 'in its list',
) {
  const entries = songs.map(({ encrypted }, index) => ({
    ...entryOf(encrypted, `Song ${index + 1}`),
    duration_ms: lengthOf(index),
  }));
  const keys = songs.map(({ identity }) => identity);
  const inList = named === 'in its list' && cover ? contentIdOf(sha256Of(cover)) : null;
  const manifest = manifestOf(entries, inList);
  const plain = soldCollectionFile(manifest, keys);
  const list = await encryptedFile(plain);
  const { licence, facts } = await soldSong({
    content_id: contentIdOf(list.encrypted),
    key_hash: sha256Of(list.identity.secretKey()).toString('hex'),
  });
  const about = { facts, encrypted: list.encrypted, size: list.file.length, contentType: soldCollectionType };
  const album = { ...list, plain, facts, licence: { ...licence, ...about } };
  const host = await startSellingNode(album, 1);
  const missing = new Set<Buffer>();
  /** The paths of the requests for missing files. */
  const refused: string[] = [];
  host.sendFile = (response) => {
    const asked = response.req.url ?? '';
    const picture = cover && { encrypted: sha256Of(cover), file: cover };
    const found = [list, ...songs, ...(picture ? [picture] : [])].find(({ encrypted }) =>
      asked.includes(contentIdOf(encrypted)),
    );
    if (!found || missing.has(found.file)) {
      refused.push(asked);
      response.writeHead(404).end();
    } else response.writeHead(200, { 'Content-Length': found.file.length }).end(found.file);
  };
  const folder = temporaryFolder();
  const registeredCover = cover && sha256Of(cover);
  const start = (isPaused = false) => startReceiver(album, [host], { folder, isPaused, registeredCover });
  let buyer = await start();
  onTestFinished(async () => {
    await buyer.stop();
    await host.stop();
  });
  const restarted = async (isPaused: boolean) => {
    await buyer.close();
    buyer = await start(isPaused);
    return buyer;
  };
  const kept = () => songs.map(({ encrypted }) => buyer.content.keys.findOwn(encrypted) !== undefined);
  return { buyer, list, manifest, restarted, missing, refused, kept };
}

it('decrypts the list of a bought collection once', async () => {
  const songs = [await encryptedFile(Buffer.from('one'))];
  const { buyer, list } = await albumOf(songs);
  const unwrap = vi.spyOn(AgeIdentity.prototype, 'unwrap');
  onTestFinished(() => unwrap.mockRestore());
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  expect(buyer.covers()).toEqual([null]);
  const key = list.identity.secretKey();
  const uses = unwrap.mock.contexts.filter((identity) => (identity as AgeIdentity).secretKey() === key);
  // One checks that the delivered key opens the file, one decrypts it.
  expect(uses).toHaveLength(2);
});

it('lists the songs of a collection, not the files that only name them', async () => {
  const song = await encryptedFile(Buffer.from('one'));
  const { buyer, list, manifest } = await albumOf([song]);
  const { catalogue, hidden } = buyer.content;
  const seen = await catalogue.store({
    ...{ source: Readable.from([manifestFile(manifest)]), sizeHint: undefined, fileName: 'list.json' },
    ...{ signal: new AbortController().signal, declaredType: manifestType, uploadedBy: 'owner' },
  });
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  const hashes = [song.encrypted, list.encrypted, seen.content.sha256];
  expect(hashes.map((sha256) => hidden.has(sha256))).toEqual([false, true, true]);
});

it('keeps the songs of a collection that are there while another one is missing', async () => {
  const songs = await Promise.all(wordsOf.map((words) => encryptedFile(Buffer.from(words))));
  const { buyer, missing, kept } = await albumOf(songs);
  missing.add(songs[0]?.file as Buffer);
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'waiting' && delivery.message !== null);
  expect(kept()).toEqual([false, true, true]);
  missing.clear();
  buyer.delivery.deliver(licenceAddress);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  expect(kept()).toEqual([true, true, true]);
});

it('evicts no part of a bought collection, and all of a declined one', async () => {
  const songs = await Promise.all(wordsOf.map((words) => encryptedFile(Buffer.from(words))));
  const { buyer, missing } = await albumOf(songs);
  const isStored = () => songs.map(({ encrypted }) => buyer.content.copies.has(encrypted));
  const makeSpace = () => buyer.content.eviction.freeDisk(1);
  missing.add(songs[2]?.file as Buffer);
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'waiting' && delivery.message !== null);
  expect([await makeSpace(), isStored()]).toEqual([0, [true, true, false]]);
  missing.clear();
  buyer.delivery.deliver(licenceAddress);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  expect([await makeSpace(), isStored()]).toEqual([0, [true, true, true]]);
  await buyer.delivery.declined(licenceAddress);
  for (let files = 0; files <= songs.length; files += 1) expect(await makeSpace()).toBeGreaterThan(0);
  expect(isStored()).toEqual([false, false, false]);
});

it('keeps a part that the owner pinned before the collection was declined', async () => {
  const songs = await Promise.all(wordsOf.map((words) => encryptedFile(Buffer.from(words))));
  const { buyer } = await albumOf(songs);
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  await buyer.content.copies.pin(songs[0]?.encrypted as Buffer, true);
  await buyer.delivery.declined(licenceAddress);
  for (let files = 0; files <= songs.length; files += 1) await buyer.content.eviction.freeDisk(1);
  const isStored = () => songs.map(({ encrypted }) => buyer.content.copies.has(encrypted));
  expect(isStored()).toEqual([true, false, false]);
  await buyer.content.copies.pin(songs[0]?.encrypted as Buffer, false);
  await buyer.content.eviction.freeDisk(1);
  expect(isStored()).toEqual([false, false, false]);
});

it('keeps and releases the parts of a bought collection as its owner pins it', async () => {
  const songs = await Promise.all(wordsOf.map((words) => encryptedFile(Buffer.from(words))));
  const { buyer, list } = await albumOf(songs);
  const { copies, eviction } = buyer.content;
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  await copies.pin(list.encrypted, true);
  await buyer.delivery.declined(licenceAddress);
  expect(await eviction.freeDisk(1)).toBe(0);
  await copies.pin(list.encrypted, false);
  for (let files = 0; files <= songs.length; files += 1)
    expect(await eviction.freeDisk(1)).toBeGreaterThan(0);
  expect(await eviction.freeDisk(1)).toBe(0);
});

describe('the cover of a collection', () => {
  const bought = async (cover: Buffer<ArrayBuffer>, isThere = true) => {
    const songs = [await encryptedFile(Buffer.from('one'))];
    const album = await albumOf(songs, cover);
    if (!isThere) album.missing.add(cover);
    album.buyer.putLicence(album.buyer.own);
    await album.buyer.until(({ delivery }) => delivery?.state === 'here');
    expect(album.kept()).toEqual([true]);
    return album;
  };
  const picture = Buffer.from('a picture');

  it('is fetched again until a node has it, also after a restart', async () => {
    const { buyer, restarted, missing, refused } = await bought(picture, false);
    const asked = () => refused.filter((path) => path.includes(contentIdOf(sha256Of(picture)))).length;
    await expect.poll(asked).toBeGreaterThan(3);
    expect(buyer.covers()).toEqual([null]);
    missing.clear();
    const paused = await restarted(true);
    expect(paused.wantedCovers()).toEqual([sha256Of(picture)]);
    const later = await restarted(false);
    await expect.poll(() => later.covers()).toEqual([sha256Of(picture)]);
    expect(later.wantedCovers()).toEqual([]);
    expect(later.noted.filter(({ detail }) => detail === 'activity.delivered')).toEqual([]);
  });

  it('is that of the registration if its list names none', async () => {
    const { buyer } = await albumOf(
      [await encryptedFile(Buffer.from('one'))],
      picture,
      'by its registration',
    );
    buyer.putLicence(buyer.own);
    await expect.poll(() => buyer.covers()).toEqual([sha256Of(picture)]);
  });

  it('is that of its songs, whose lengths its list states, though no picture of them is stored', async () => {
    const songs = [await encryptedFile(Buffer.from('one')), await encryptedFile(Buffer.from('two'))];
    const { buyer } = await albumOf(songs, picture);
    buyer.putLicence(buyer.own);
    await buyer.until(({ delivery }) => delivery?.state === 'here');
    const { records, media } = buyer.content;
    for (const [index, { encrypted }] of songs.entries()) {
      const { title, cover } = records.get(encrypted) ?? {};
      expect([title, cover]).toEqual([`Song ${index + 1}`, sha256Of(picture)]);
      expect(media.get(encrypted).media).toMatchObject({ duration_ms: lengthOf(index) });
      expect(media.shownThumbnail(encrypted)).toBeUndefined();
    }
  });

  it('is not replaced when its owner chooses another one meanwhile', async () => {
    const { buyer, missing } = await bought(picture, false);
    const own = sha256Of(Buffer.from('own'));
    buyer.chooseCover(own);
    missing.clear();
    expect(buyer.wantedCovers()).toEqual([]);
    expect(buyer.covers()).toEqual([own]);
  });

  it('is not stored while the file is too large', async () => {
    const large = Buffer.alloc(coverLimits.bytes + 1);
    const { buyer } = await bought(large);
    await expect.poll(() => buyer.triedCovers()).toBeGreaterThan(1);
    // Any node may claim a wrong size, so the others are asked again.
    expect(buyer.wantedCovers()).toEqual([sha256Of(large)]);
    expect(buyer.covers()).toEqual([null]);
    expect(buyer.content.catalogue.find(sha256Of(large))).toBeUndefined();
  });
});

it('keeps no song of another seller for a collection, even with a key from another licence', async () => {
  const another = { ...registrant, wallet: `0:${'b'.repeat(64)}` };
  const bought = await encryptedFile(Buffer.from('bought before'), another);
  const { buyer, kept } = await albumOf([bought, await encryptedFile(Buffer.from('one'))]);
  const { encrypted, identity } = bought;
  const about = { encrypted, plain: null, plainSize: 13, contentType: 'audio/mpeg' };
  await buyer.content.keys.put({ ...about, origin: 'delivery', identity });
  buyer.putLicence(buyer.own);
  const { delivery } = await buyer.until((state) => ['failed', 'here'].includes(state.delivery?.state ?? ''));
  expect(delivery).toMatchObject({
    state: 'failed',
    message: { params: { title: 'Song 1', why: { reason: 'licensing.partNotTheirs' } } },
  });
  expect([kept(), buyer.kept().pinned]).toEqual([[true, true], 2]);
});
