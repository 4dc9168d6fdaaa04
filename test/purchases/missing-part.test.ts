import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { soldCollectionType } from '../../src/contract/collection-manifest.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import { encrypt } from '../../src/crypto/age/encrypt.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { registrantStanza } from '../../src/crypto/age/registrant.ts';
import { soldCollectionFile } from '../../src/features/licensing/sold-collections/sold-collection-file.ts';
import { entryOf, manifestOf, registrant } from '../licensing/support/collection-shop.ts';
import { startReceiver } from './receiver.ts';
import { startSellingNode } from './selling-node.ts';
import { licenceAddress, soldSong } from './sold-song.ts';

const sha256Of = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** An encrypted file that names the seller's wallet. */
async function encryptedFile(plain: Buffer) {
  const identity = AgeIdentity.generate();
  const pieces = encrypt(Readable.from([plain]), [identity.recipient], [registrantStanza(registrant)]);
  const file = await buffer(pieces);
  return { identity, file, encrypted: sha256Of(file) };
}

it('keeps the songs of a collection that are there while another one is missing', async () => {
  const songs = await Promise.all(['one', 'two', 'three'].map((words) => encryptedFile(Buffer.from(words))));
  const entries = songs.map(({ encrypted }, index) => entryOf(encrypted, `Song ${index + 1}`));
  const plain = soldCollectionFile(
    manifestOf(entries),
    songs.map(({ identity }) => identity),
  );
  const list = await encryptedFile(plain);
  const { licence, facts } = await soldSong({
    content_id: contentIdOf(list.encrypted),
    key_hash: sha256Of(list.identity.secretKey()).toString('hex'),
  });
  const about = { facts, encrypted: list.encrypted, size: list.file.length, contentType: soldCollectionType };
  const album = { ...list, plain, facts, licence: { ...licence, ...about } };
  const host = await startSellingNode(album, 1);
  let isMissing = true;
  host.sendFile = (response) => {
    const asked = response.req.url ?? '';
    const found = [list, ...songs].find(({ encrypted }) => asked.includes(contentIdOf(encrypted)));
    if (!found || (isMissing && found === songs[0])) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Length': found.file.length }).end(found.file);
  };
  const buyer = await startReceiver(album, [host]);
  onTestFinished(async () => {
    await buyer.stop();
    await host.stop();
  });
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'waiting' && delivery.message !== null);
  const kept = () => songs.map(({ encrypted }) => buyer.content.keys.findOwn(encrypted) !== undefined);
  expect(kept()).toEqual([false, true, true]);
  isMissing = false;
  buyer.delivery.deliver(licenceAddress);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  expect(kept()).toEqual([true, true, true]);
});
