import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { soldCollectionType } from '../../src/contract/collections/media-types.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import { coverLimits } from '../../src/core/image/cover-image.ts';
import { encrypt } from '../../src/crypto/age/encrypt.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { registrantStanza } from '../../src/crypto/age/registrant.ts';
import { soldCollectionFile } from '../../src/features/licensing/sold-collections/sold-collection-file.ts';
import { entryOf, manifestOf, registrant } from '../licensing/support/collection-shop.ts';
import { startReceiver } from './receiver.ts';
import { startSellingNode } from './selling-node.ts';
import { licenceAddress, soldSong } from './sold-song.ts';

const sha256Of = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

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
async function albumOf(songs: readonly EncryptedSong[], cover?: Buffer<ArrayBuffer>) {
  const entries = songs.map(({ encrypted }, index) => entryOf(encrypted, `Song ${index + 1}`));
  const keys = songs.map(({ identity }) => identity);
  const plain = soldCollectionFile(manifestOf(entries, cover && contentIdOf(sha256Of(cover))), keys);
  const list = await encryptedFile(plain);
  const { licence, facts } = await soldSong({
    content_id: contentIdOf(list.encrypted),
    key_hash: sha256Of(list.identity.secretKey()).toString('hex'),
  });
  const about = { facts, encrypted: list.encrypted, size: list.file.length, contentType: soldCollectionType };
  const album = { ...list, plain, facts, licence: { ...licence, ...about } };
  const host = await startSellingNode(album, 1);
  const missing = new Set<Pick<EncryptedSong, 'encrypted' | 'file'>>();
  host.sendFile = (response) => {
    const asked = response.req.url ?? '';
    const picture = cover && { encrypted: sha256Of(cover), file: cover };
    const found = [list, ...songs, ...(picture ? [picture] : [])].find(({ encrypted }) =>
      asked.includes(contentIdOf(encrypted)),
    );
    if (!found || missing.has(found)) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Length': found.file.length }).end(found.file);
  };
  const buyer = await startReceiver(album, [host]);
  onTestFinished(async () => {
    await buyer.stop();
    await host.stop();
  });
  const kept = () => songs.map(({ encrypted }) => buyer.content.keys.findOwn(encrypted) !== undefined);
  return { buyer, missing, kept };
}

it('keeps the songs of a collection that are there while another one is missing', async () => {
  const songs = await Promise.all(wordsOf.map((words) => encryptedFile(Buffer.from(words))));
  const { buyer, missing, kept } = await albumOf(songs);
  missing.add(songs[0] as EncryptedSong);
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'waiting' && delivery.message !== null);
  expect(kept()).toEqual([false, true, true]);
  missing.clear();
  buyer.delivery.deliver(licenceAddress);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  expect(kept()).toEqual([true, true, true]);
});

it('does not store a file that is too large for a cover', async () => {
  const cover = Buffer.alloc(coverLimits.bytes + 1);
  const { buyer, kept } = await albumOf([await encryptedFile(Buffer.from('one'))], cover);
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  expect(kept()).toEqual([true]);
  expect(buyer.content.catalogue.find(sha256Of(cover))).toBeUndefined();
});

it('keeps no song of another seller for a collection, even with a key from another licence', async () => {
  const another = { ...registrant, wallet: `0:${'b'.repeat(64)}` };
  const bought = await encryptedFile(Buffer.from('bought before'), another);
  const { buyer, kept } = await albumOf([bought, await encryptedFile(Buffer.from('one'))]);
  const { encrypted, identity } = bought;
  const about = { encrypted, plain: null, plainSize: 13, contentType: 'audio/mpeg' };
  buyer.content.keys.put({ ...about, origin: 'delivery', identity });
  buyer.putLicence(buyer.own);
  const { delivery } = await buyer.until((state) => ['failed', 'here'].includes(state.delivery?.state ?? ''));
  expect(delivery).toMatchObject({
    state: 'failed',
    message: { params: { title: 'Song 1', why: { reason: 'licensing.partNotTheirs' } } },
  });
  expect([kept(), buyer.kept().pinned]).toEqual([[true, true], 2]);
});
