import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';
import { type SellingNode, startSellingNode } from './selling-node.ts';
import { licenceAddress, type SoldSong, soldSong } from './sold-song.ts';

let song: SoldSong;
let shop: SellingNode;
let buyer: Receiver;
beforeEach(async () => {
  song = await soldSong();
  shop = await startSellingNode(song, 1);
  buyer = await startReceiver(song, [shop]);
});
afterEach(async () => {
  await buyer.stop();
  await shop.stop();
});

const gift = { isOrdered: false };
const decided = () => ({ platform: 1, licence: licenceAddress, owner: buyer.own });
/** Resolves once the node has looked at its licences and marked those that it found. */
const untilIndexed = () => expect.poll(() => buyer.decisions.wasIndexed(1)).toBe(true);

it('keeps no file for an unordered licence, even if the file is stored for another reason', async () => {
  await buyer.content.copies.receive(song.encrypted, Readable.from([song.file]), {
    ...{ sizeHint: song.file.length, contentType: undefined, fileName: undefined, host: shop.host },
    signal: new AbortController().signal,
  });
  expect(buyer.kept()).toEqual({ pinned: 0, copies: 1 });
  buyer.putLicence(buyer.own, gift);
  await untilIndexed();
  buyer.delivery.deliver(licenceAddress);
  buyer.delivery.peersChanged([shop.host]);
  expect(buyer.state().delivery).toMatchObject({ state: 'undecided', message: null });
  expect(buyer.kept()).toEqual({ pinned: 0, copies: 1 });

  // Kept while it is accepted, and released once it is declined.
  buyer.decisions.decide(decided(), 'accepted');
  buyer.delivery.deliver(licenceAddress);
  await expect.poll(() => buyer.kept()).toEqual({ pinned: 1, copies: 0 });
  buyer.decisions.decide(decided(), 'declined');
  await buyer.delivery.declined(licenceAddress);
  expect(buyer.kept()).toEqual({ pinned: 0, copies: 1 });
  expect(shop.asked.filter((asked) => asked.startsWith('GET /api/v1/storage'))).toEqual([]);
});

it('delivers an order automatically that is settled after its licence was seen', async () => {
  buyer.putLicence(buyer.own, gift);
  await untilIndexed();
  expect(shop.asked).toEqual([]);
  buyer.decisions.order(decided());
  buyer.delivery.chainChanged();
  await buyer.until(({ delivery, receipt }) => delivery?.state === 'here' && receipt);
});

it('aborts the delivery of a declined licence and keeps nothing of it', async () => {
  const held = new Promise<void>((resolve) => {
    shop.sendFile = (response) => {
      response.writeHead(200, { 'Content-Length': song.file.length }).write(song.file.subarray(0, 1000));
      response.on('close', resolve);
    };
  });
  buyer.putLicence(buyer.own, gift);
  await untilIndexed();
  buyer.decisions.decide(decided(), 'accepted');
  buyer.delivery.deliver(licenceAddress);
  await buyer.until(({ delivery }) => (delivery?.received ?? 0) > 0);
  buyer.decisions.decide(decided(), 'declined');
  await buyer.delivery.declined(licenceAddress);
  await held;
  expect(buyer.state().delivery).toMatchObject({ state: 'undecided' });
  expect(buyer.kept()).toEqual({ pinned: 0, copies: 0 });
});
