import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import { external, type Receiver, startReceiver } from './receiver.ts';
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

describe('a licence that a wallet app holds', () => {
  it('comes without sign-in where it names a recipient of this node', async () => {
    const recipients: string[] = [];
    shop.give = (given) => {
      recipients.push(given.recipient);
      return given;
    };
    buyer.putLicence(external, { isOrdered: true, deliverTo: buyer.ordered.recipient.bytes });
    await untilHere();
    expect(recipients).toEqual([buyer.ordered.recipient.toString()]);
    expect(shop.asked).not.toContain('POST /api/v1/auth.twa');
    expect(buyer.content.keys.open(song.encrypted).secretKey()).toBe(song.identity.secretKey());
  });

  it('waits while the other node does not give its key, and it is said why', async () => {
    shop.answerKey = (request, response) => {
      expect(request.headers.authorization).toBeUndefined();
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"code":"unauthorized"}');
      return true;
    };
    buyer.putLicence(external, { isOrdered: true, deliverTo: buyer.ordered.recipient.bytes });
    const { delivery } = await buyer.until((state) => state.delivery?.message != null);
    expect(delivery).toMatchObject({
      state: 'waiting',
      message: { reason: 'licensing.sourceFailed', params: { why: { reason: 'licensing.keyNotGiven' } } },
    });
    shop.answerKey = () => false;
    buyer.delivery.deliver(licenceAddress);
    await untilHere();
  });

  it.each([
    ['names no recipient', undefined],
    ['names one of another node', Buffer.alloc(32, 1)],
  ])('needs a sign-in where it %s; its file comes before', async (_, deliverTo) => {
    buyer.putLicence(external, { isOrdered: true, ...(deliverTo && { deliverTo }) });
    const { delivery } = await buyer.until((state) => state.delivery?.message != null);
    expect(delivery).toMatchObject({
      state: 'waiting',
      message: {
        reason: 'sharing.walletAppSignIn',
        params: { host: new URL(shop.host).host },
      },
      sign_in_hosts: [shop.host],
    });
    expect(shop.asked).toContain(`GET /api/v1/storage/${contentIdOf(song.encrypted)}`);
    expect(shop.asked.filter((asked) => asked.includes('auth') || asked.includes('key'))).toEqual([]);

    await buyer.sessions.keep(shop.host, { address: async () => external }, 'a-token');
    buyer.delivery.signedIn(shop.host);
    await untilHere();
    expect(buyer.state().delivery?.sign_in_hosts).toEqual([]);
  });

  it('is not asked for before its owner wants it', async () => {
    buyer.putLicence(external, { isOrdered: false, deliverTo: buyer.ordered.recipient.bytes });
    expect(buyer.state().delivery?.state).toBe('undecided');
    buyer.delivery.deliver(licenceAddress);
    expect(shop.asked).toEqual([]);
  });
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
