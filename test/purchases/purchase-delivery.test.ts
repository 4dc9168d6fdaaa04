import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';
import { type SellingNode, startSellingNode } from './selling-node.ts';
import { licenceAddress, type SoldSong, soldSong } from './sold-song.ts';

const other = `0:${'e'.repeat(64)}`;

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

const untilHere = () => buyer.until(({ delivery, receipt }) => delivery?.state === 'here' && receipt);
const refuse = (): void => {
  shop.answerKey = (_, response) => {
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"code":"key_not_found"}');
    return true;
  };
};

/** Ends the buyer's node and starts it again. */
async function restart(options: { isPaused?: boolean } = {}): Promise<void> {
  const { folder } = buyer;
  await buyer.close();
  buyer = await startReceiver(song, [shop], { folder, ...options });
}

it('comes once it is bought, and the file stays as long as the licence', async () => {
  buyer.putLicence(buyer.own);
  await untilHere();
  await expect.poll(() => buyer.kept()).toEqual({ pinned: 1, copies: 0 });
  const asked = shop.asked.length;
  buyer.putLicence(other);
  await expect.poll(() => buyer.kept()).toEqual({ pinned: 0, copies: 1 });
  // Bought back: everything is here.
  buyer.putLicence(buyer.own);
  await expect.poll(() => buyer.kept()).toEqual({ pinned: 1, copies: 0 });
  expect(shop.asked.length).toBe(asked);
});

it('goes on after a restart where only the file had come, and asks for that no more', async () => {
  refuse();
  buyer.putLicence(buyer.own);
  const { delivery } = await buyer.until((state) => state.delivery?.message != null);
  expect(delivery).toMatchObject({
    state: 'waiting',
    message: { reason: 'licensing.sourceFailed', params: { why: { reason: 'licensing.keyNotDeposited' } } },
  });
  shop.answerKey = () => false;
  await restart();
  buyer.delivery.chainChanged();
  await untilHere();
  expect(shop.asked.filter((request) => request.startsWith('GET /api/v1/storage/'))).toHaveLength(1);
});

it('needs nobody any more once it is here', async () => {
  buyer.putLicence(buyer.own);
  await untilHere();
  const asked = shop.asked.length;
  await restart();
  buyer.delivery.chainChanged();
  expect(buyer.state()).toMatchObject({ delivery: { state: 'here', message: null }, receipt: true });
  expect(shop.asked.length).toBe(asked);
});

it('what an earlier run has left waits while the background is paused, until one asks', async () => {
  refuse();
  buyer.putLicence(buyer.own);
  await buyer.until((state) => state.delivery?.message != null);
  shop.answerKey = () => false;
  await restart({ isPaused: true });
  buyer.delivery.chainChanged();
  await expect
    .poll(() => buyer.state().delivery)
    .toMatchObject({ state: 'waiting', message: { reason: 'licensing.deliveryPaused' } });
  buyer.delivery.deliver(licenceAddress);
  await untilHere();
});

it('of a licence that a connected wallet holds nothing comes, and it is said why', async () => {
  buyer.putLicence(other);
  expect(buyer.state()).toMatchObject({
    delivery: { state: 'external', message: { reason: 'licensing.externalWallet' } },
    receipt: false,
  });
  buyer.delivery.deliver(licenceAddress);
  expect(buyer.state().delivery?.state).toBe('external');
  expect(shop.asked).toEqual([]);
});

it('a node without the file does not learn who bought it', async () => {
  const stranger = await startSellingNode(song, 2);
  try {
    stranger.holds = false;
    await buyer.close();
    buyer = await startReceiver(song, [stranger, shop], { folder: buyer.folder });
    buyer.putLicence(buyer.own);
    await untilHere();
    expect(stranger.asked.filter((request) => request.includes('auth') || request.includes('key'))).toEqual(
      [],
    );
  } finally {
    await stranger.stop();
  }
});
