import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { soldCollectionLimits } from '../../src/contract/collections/manifest.ts';
import { soldCollectionType } from '../../src/contract/collections/media-types.ts';
import { ownerId } from '../../src/core/caller.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import { encrypt } from '../../src/crypto/age/encrypt.ts';
import { encryptBytes } from '../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { type Registrant, registrantStanza } from '../../src/crypto/age/registrant.ts';
import { canonicalJson } from '../../src/crypto/canonical-json.ts';
import { readWhole } from '../../src/features/content/index.ts';
import { PartList } from '../../src/features/licensing/index.ts';
import {
  readSoldCollection,
  soldCollectionFile,
} from '../../src/features/licensing/sold-collections/sold-collection-file.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { collectionShop, entryOf, manifestOf, registrant } from './support/collection-shop.ts';
import { minuteMs, registered, user } from './support/shop.ts';

const patience = { interval: 20 };
const MiB = 1024 * 1024;
const someone: Registrant = { network: 'embedded', wallet: `0:${'b'.repeat(64)}` };

/** An age file that names a registrant. */
async function encryptedBy(plain: Buffer, key: AgeIdentity, by: Registrant | undefined): Promise<Buffer> {
  const pieces = encrypt(Readable.from([plain]), [key.recipient], by ? [registrantStanza(by)] : []);
  return buffer(pieces);
}

describe('the sale of a collection', () => {
  it('encrypts each song and the list of their keys, and restricts them until the list is registered', async () => {
    const { world, ...node } = await collectionShop();
    const songs = [await node.store(randomBytes(1000)), await node.store(randomBytes(2000))];
    const album = await node.album(songs);
    const { sha256, contentType, publicManifest } = await node.encryptions.encrypt(album, user, registrant);
    expect([contentType, node.has(publicManifest as Buffer)]).toEqual([soldCollectionType, true]);
    expect(node.encryptions.state(album)).toMatchObject({ state: 'encrypted', size: 3000 });
    const parts = node.sold.partsOf(sha256);
    expect(parts).toMatchObject([
      { title: 'Song 1', plainSize: 1000 },
      { title: 'Song 2', plainSize: 2000 },
    ]);
    expect(parts.map(({ part }) => node.sold.collectionsOf(part))).toEqual([[sha256], [sha256]]);

    // The order is placed late; until then and while it is open the songs stay restricted.
    world.now += 9 * minuteMs;
    await node.encryptions.encrypt(album, user, registrant);
    world.now += 9 * minuteMs;
    node.start();
    const ended = await node.order(sha256);
    node.encryptions.reconcile();
    await expect(node.encryptions.cancel(songs[0] as Buffer)).rejects.toMatchObject({
      text: { reason: 'licensing.partInSale' },
    });
    expect(() => node.encryptions.checkRemoval(parts[0]?.part as Buffer)).toThrow('is being sold');
    expect(songs.map(node.isRestricted)).toEqual([true, true]);

    // Once it is on the chain, only encrypted files are left.
    world.registered.add(sha256.toString('hex'));
    ended('confirmed');
    node.encryptions.reconcile();
    await expect.poll(() => [album, ...songs].map(node.has), patience).toEqual([false, false, false]);
    expect([sha256, ...parts.map(({ part }) => part)].map(node.has)).toEqual([true, true, true]);
    expect(node.rights.has(parts[0]?.part as Buffer, 'user:9')).toBe(false);
  });

  it('lists what is in it, also after the file of its public list was lost', async () => {
    const node = await collectionShop();
    const album = await node.album([await node.store(randomBytes(1000))]);
    const { sha256, publicManifest } = await node.encryptions.encrypt(album, user, registrant);
    expect(node.kinds.of(sha256)).toBe('album');
    const onKind = vi.fn();
    const chain = { byFile: () => undefined };
    const list = new PartList({ ...node, chain, contentsOf: () => [], onKind });
    const lose = (file: Buffer | undefined) => {
      const hex = file?.toString('hex') ?? '';
      rmSync(join(node.dataDir, 'blobs', hex.slice(0, 2), hex));
    };
    lose(publicManifest);
    const evening = { kind: 'album', parts: [{ title: 'Song 1' }] };
    expect(await list.of(sha256)).toMatchObject(evening);
    expect(onKind).not.toHaveBeenCalled();
    // Opened by an earlier version, which stored no kinds: the list is decrypted once.
    node.db.exec('DELETE FROM collection_kinds');
    const put = (): never => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    };
    const onFullDisk = { ...node, kinds: { of: () => undefined, put }, chain, contentsOf: () => [], onKind };
    expect(await new PartList(onFullDisk).of(sha256)).toMatchObject(evening);
    expect(onKind).not.toHaveBeenCalled();
    expect(await list.of(sha256)).toMatchObject(evening);
    expect(onKind).toHaveBeenCalledTimes(1);
    lose(sha256);
    expect(await list.of(sha256)).toMatchObject(evening);
  });

  it.each(['expired', 'refused'] as const)('lifts every restriction when its order is %s', async (end) => {
    const { world, ...node } = await collectionShop();
    const songs = [await node.store(randomBytes(1000)), await node.store(randomBytes(2000))];
    const album = await node.album(songs);
    const { sha256, publicManifest } = await node.encryptions.encrypt(album, user, registrant);
    const [first] = node.sold.partsOf(sha256);
    node.start();
    const ended = await node.order(sha256);
    world.now += 6 * minuteMs;
    ended(end);
    node.encryptions.reconcile();
    await expect
      .poll(() => [album, ...songs].map(node.isRestricted), patience)
      .toEqual([false, false, false]);
    const made = [sha256, publicManifest, first?.part].map((each) => node.has(each as Buffer));
    await expect
      .poll(
        () =>
          made.length > 0 && [sha256, publicManifest, first?.part].map((each) => node.has(each as Buffer)),
        patience,
      )
      .toEqual([false, false, false]);
    expect(node.sold.partsOf(sha256)).toEqual([]);
  });

  it('can be stopped while songs are encrypted, and sold afterwards', async () => {
    const node = await collectionShop({ maxUploadBytes: 100 * MiB, userQuotaBytes: 1e9 });
    const songs = [await node.store(randomBytes(1000)), await node.store(randomBytes(20 * MiB))];
    const album = await node.album(songs);
    node.start();
    const encrypting = node.encryptToEnd(album, registrant).catch((error: unknown) => error);
    await node.isEncrypting(songs[1] as Buffer);
    const { done, size = 0 } = node.encryptions.state(album) ?? { done: 0 };
    expect([size, done > 0, done < 2 * size]).toEqual([1000 + 20 * MiB, true, true]);
    await node.encryptions.cancel(album);
    expect(await encrypting).toMatchObject({ text: { reason: 'licensing.encryptionStopped' } });
    await expect
      .poll(() => [album, ...songs].map(node.isRestricted), patience)
      .toEqual([false, false, false]);
    expect((await node.encryptToEnd(album, registrant)).contentType).toBe(soldCollectionType);
  });

  it('refuses to register the same list on another network, where it would include no song', async () => {
    const { world, ...node } = await collectionShop();
    const album = await node.album([await node.store(randomBytes(1000))]);
    const { sha256 } = await node.encryptions.encrypt(album, user, registrant);
    node.start();
    (await node.order(sha256))('confirmed');
    node.encryptions.reconcile();
    await expect.poll(() => node.has(album), patience).toBe(false);
    const ofMainnet = { ...registrant, network: 'mainnet' };
    await expect(node.encryptions.encrypt(sha256, user, ofMainnet)).rejects.toMatchObject({
      code: 'not_yours',
    });
  });

  it('refuses a song of another user, one for another wallet, and an unknown wallet', async () => {
    const node = await collectionShop();
    const [own, foreign] = [await node.store(randomBytes(100)), await node.store(randomBytes(100), 'user:2')];
    const sell = async (songs: Buffer[], by?: Registrant) =>
      node.encryptions.encrypt(await node.album(songs), user, by);
    await expect(sell([own, foreign], registrant)).rejects.toMatchObject({ code: 'not_yours' });
    await expect(sell([own])).rejects.toMatchObject({ code: 'wallet_required' });
    const alone = await node.encryptions.encrypt(own, user, someone);
    await node.order(alone.sha256);
    const another = await node.store(randomBytes(100));
    await expect(sell([another, own], registrant)).rejects.toMatchObject({
      text: { params: { title: 'Song 2', why: { reason: 'licensing.partOfOtherWallet' } } },
    });
  });
});

describe('a hostile collection', () => {
  /** A node that got the key of a collection with one song. */
  async function opened(
    by: { song: Registrant | undefined; album: Registrant },
    { wrongKey = false, network = 'embedded', entry = {} } = {},
  ) {
    const node = await collectionShop({
      chain: {
        network: () => network,
        byFile: (sha256) => (held.has(sha256.toString('hex')) ? registered : undefined),
        byAddress: () => undefined,
        licencesOf: () => [],
        owns: () => false,
        holds: (_, who) => who === 'user:buyer',
        knownUntil: () => undefined,
        contractAddress: (address) => address,
        walletAddress: (address) => address,
      },
    });
    const held = new Set<string>();
    const [songKey, albumKey] = [AgeIdentity.generate(), AgeIdentity.generate()];
    const song = await node.keep(await encryptedBy(Buffer.from('a song'), songKey, by.song));
    const list = soldCollectionFile(manifestOf([{ ...entryOf(song), ...entry }]), [
      wrongKey ? AgeIdentity.generate() : songKey,
    ]);
    const album = await node.keep(await encryptedBy(list, albumKey, by.album));
    const about = { encrypted: album, plain: null, plainSize: list.length, contentType: soldCollectionType };
    await node.keys.put({ ...about, origin: 'deposit', identity: albumKey });
    held.add(album.toString('hex'));
    await node.sold.open(album);
    return { ...node, song, album, held };
  }

  it('gives rights to a song that names the same wallet', async () => {
    const node = await opened({ song: registrant, album: registrant });
    expect(node.rights.has(node.song, 'user:buyer')).toBe(true);
    expect(node.rights.has(node.song, 'user:other')).toBe(false);
    expect(node.keys.find(node.song)).toMatchObject({ contentType: 'audio/mpeg' });
  });

  it.each([
    ['another wallet', someone],
    ['another network', { ...registrant, network: 'testnet' }],
    ['no wallet', undefined],
  ])('gives no right to a song that names %s, nor its key', async (_, song) => {
    const node = await opened({ song, album: registrant });
    expect(node.rights.has(node.song, 'user:buyer')).toBe(false);
    expect(node.keys.find(node.song)).toBeUndefined();
    expect(node.licensed.encrypted(node.song)).toBeUndefined();
  });

  it('gives no right on a network where anybody may have registered it', async () => {
    const node = await opened({ song: registrant, album: registrant }, { network: 'mainnet' });
    expect(node.rights.has(node.song, 'user:buyer')).toBe(false);
  });

  it('has titles and media types that can be shown and sent', async () => {
    const entry = { title: 'One\u0000\u202e\ntwo', content_type: 'text/html\r\nX-Other: 1' };
    const node = await opened({ song: registrant, album: registrant }, { entry });
    const [part] = node.sold.partsOf(node.album);
    expect(part?.contentType).toBe('application/octet-stream');
    expect(part?.title).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it('is read once, however often its key is deposited', async () => {
    const node = await opened({ song: registrant, album: registrant });
    const { key } = node.keys.find(node.song) ?? {};
    await node.sold.open(node.album);
    // Reading it again would encrypt the key anew.
    expect(node.keys.find(node.song)?.key).toEqual(key);
  });

  it('replaces no key that is known, and forgets its list with its key', async () => {
    const node = await opened({ song: registrant, album: registrant }, { wrongKey: true });
    const identity = AgeIdentity.generate();
    const own = { encrypted: node.song, plain: null, plainSize: 6, contentType: 'audio/ogg' };
    await node.keys.put({ ...own, origin: 'author', identity });
    await node.sold.open(node.album);
    expect(node.keys.open(node.song).secretKey()).toBe(identity.secretKey());
    for (const encrypted of [node.song, node.album]) {
      await node.keys.removeUnused(encrypted);
      expect(node.keys.findOwn(encrypted)).toBeDefined();
      await node.catalogue.remove(encrypted);
      await node.keys.removeUnused(encrypted);
    }
    expect(node.keys.find(node.song)).toBeUndefined();
    expect(node.rights.has(node.song, ownerId)).toBe(false);
  });

  it('is opened again after a recovery, at the start or when its list arrives', async () => {
    const node = await opened({ song: registrant, album: registrant });
    node.db.exec('DELETE FROM sold_collections');
    expect(node.rights.has(node.song, 'user:buyer')).toBe(false);
    await node.sold.openAll();
    expect(node.rights.has(node.song, 'user:buyer')).toBe(true);

    const list = Buffer.from(await readWhole(await node.catalogue.reader(node.catalogue.get(node.album))));
    await node.catalogue.remove(node.album);
    node.db.exec('DELETE FROM sold_collections');
    await node.sold.openAll();
    expect(node.rights.has(node.song, 'user:buyer')).toBe(false);
    await node.keep(list);
    await expect.poll(() => node.rights.has(node.song, 'user:buyer'), patience).toBe(true);
  });

  it('is refused where it is anything but a valid list', async () => {
    const node = await collectionShop({ maxUploadBytes: 10 * MiB, userQuotaBytes: 1e9 });
    const tooLarge = Buffer.alloc(soldCollectionLimits.bytes + 5000);
    for (const bytes of [Buffer.alloc(0), Buffer.from('{}\n'), tooLarge]) {
      const key = AgeIdentity.generate();
      const encrypted = await node.keep(await encryptBytes(bytes, [key.recipient]));
      const about = { encrypted, plain: null, plainSize: 0, contentType: soldCollectionType };
      await node.keys.put({ ...about, origin: 'deposit', identity: key });
      await expect(node.sold.open(encrypted)).rejects.toMatchObject({ code: 'key_invalid' });
      await node.keys.put({ ...about, origin: 'deposit', identity: AgeIdentity.generate() });
      await expect(node.sold.open(encrypted)).rejects.toMatchObject({ code: 'key_invalid' });
    }
  });
});

describe('the file of a sold collection', () => {
  const [one, other] = [randomBytes(32), randomBytes(32)];
  const keys = [AgeIdentity.generate(), AgeIdentity.generate()];
  const manifest = manifestOf([entryOf(one), entryOf(other)]);
  const whole = soldCollectionFile(manifest, keys);
  const changed = (change: (document: Record<string, unknown>) => object): Buffer =>
    Buffer.from(`${canonicalJson(change(JSON.parse(whole.toString())))}\n`);

  it('is read as it was written', () => {
    const read = readSoldCollection(whole);
    expect(read?.manifest).toEqual(manifest);
    expect(read?.parts.map(({ identity }) => identity.secretKey())).toEqual(
      keys.map((key) => key.secretKey()),
    );
  });

  it.each([
    ['without its last byte', whole.subarray(0, -1)],
    ['in another form', Buffer.from(`${JSON.stringify(JSON.parse(whole.toString()), null, 1)}\n`)],
    ['with another member', changed((document) => ({ ...document, more: 1 }))],
    ['of another version', changed((document) => ({ ...document, alcove_sold_collection: 2 }))],
    ['with too few keys', changed((document) => ({ ...document, keys: [keys[0]?.secretKey()] }))],
    [
      'with too many keys',
      changed((document) => ({ ...document, keys: [...keys, keys[0]].map((key) => key?.secretKey()) })),
    ],
    [
      'with a key that is none',
      changed((document) => ({ ...document, keys: ['x'.repeat(74), keys[1]?.secretKey()] })),
    ],
    [
      'with a changed title',
      changed((document) => ({ ...document, manifest: { ...manifest, title: 'Morning' } })),
    ],
    ['with a content twice', soldCollectionFile(manifestOf([entryOf(one), entryOf(one)]), keys)],
    [
      'with a collection in it',
      soldCollectionFile(manifestOf([entryOf(one), { manifest_id: contentIdOf(other), title: 'x' }]), keys),
    ],
    ['without contents', soldCollectionFile(manifestOf([]), [])],
  ])('%s is refused', (_, file) => {
    expect(readSoldCollection(file)).toBeUndefined();
  });
});
