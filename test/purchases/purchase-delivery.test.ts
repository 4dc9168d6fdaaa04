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
  shop.handleKeyRequest = (_, response) => {
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"code":"key_not_found"}');
    return true;
  };
};

/** Restarts the buyer's node. */
async function restart(options: { isPaused?: boolean } = {}): Promise<void> {
  const { folder } = buyer;
  await buyer.close();
  buyer = await startReceiver(song, [shop], { folder, ...options });
}

it('delivers a purchase, and keeps the file as long as the buyer holds the licence', async () => {
  buyer.putLicence(buyer.own);
  await untilHere();
  await expect.poll(() => buyer.kept()).toEqual({ pinned: 1, copies: 0 });
  expect(buyer.noted).toMatchObject([
    { kind: 'wallet', detail: 'activity.delivered', subject: contentIdOf(song.encrypted) },
  ]);
  const asked = shop.asked.length;
  buyer.putLicence(other);
  await expect.poll(() => buyer.kept()).toEqual({ pinned: 0, copies: 1 });
  // Bought back: everything is stored again.
  buyer.putLicence(buyer.own);
  await expect.poll(() => buyer.kept()).toEqual({ pinned: 1, copies: 0 });
  expect(shop.asked.length).toBe(asked);
});

it('resumes after a restart with the file but no key, without fetching it again', async () => {
  refuse();
  buyer.putLicence(buyer.own);
  const { delivery } = await buyer.until((state) => state.delivery?.message != null);
  expect(delivery).toMatchObject({
    state: 'waiting',
    message: { reason: 'licensing.sourceFailed', params: { why: { reason: 'licensing.keyNotDeposited' } } },
  });
  shop.handleKeyRequest = () => false;
  await restart();
  buyer.delivery.chainChanged();
  await untilHere();
  expect(shop.asked.filter((request) => request.startsWith('GET /api/v1/storage/'))).toHaveLength(1);
});

it('requires no other node after the delivery', async () => {
  buyer.putLicence(buyer.own);
  await untilHere();
  const asked = shop.asked.length;
  await restart();
  buyer.delivery.chainChanged();
  expect(buyer.state()).toMatchObject({ delivery: { state: 'here', message: null }, receipt: true });
  expect(shop.asked.length).toBe(asked);
});

it('keeps earlier deliveries waiting while background work is paused, until a request', async () => {
  refuse();
  buyer.putLicence(buyer.own);
  await buyer.until((state) => state.delivery?.message != null);
  shop.handleKeyRequest = () => false;
  await restart({ isPaused: true });
  buyer.delivery.chainChanged();
  await expect
    .poll(() => buyer.state().delivery)
    .toMatchObject({ state: 'waiting', message: { reason: 'licensing.deliveryPaused' } });
  buyer.delivery.deliver(licenceAddress);
  await untilHere();
});

describe('a licence held by a wallet app', () => {
  it('is delivered without sign-in if it names a recipient of this node', async () => {
    const recipients: string[] = [];
    shop.changeKey = (given) => {
      recipients.push(given.recipient);
      return given;
    };
    buyer.putLicence(external, { isOrdered: true, deliverTo: buyer.ordered.recipient.bytes });
    await untilHere();
    expect(recipients).toEqual([buyer.ordered.recipient.toString()]);
    expect(shop.asked).not.toContain('POST /api/v1/auth.twa');
    expect(buyer.content.keys.open(song.encrypted).secretKey()).toBe(song.identity.secretKey());
  });

  it('waits while the other node does not return the key, with the reason', async () => {
    shop.handleKeyRequest = (request, response) => {
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
    shop.handleKeyRequest = () => false;
    buyer.delivery.deliver(licenceAddress);
    await untilHere();
  });

  it.each([
    ['names no recipient', undefined],
    ['names a recipient of another node', Buffer.alloc(32, 1)],
  ])('requires a sign-in if it %s; its file is fetched before', async (_, deliverTo) => {
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

  it('is not requested before its owner accepts it', async () => {
    buyer.putLicence(external, { isOrdered: false, deliverTo: buyer.ordered.recipient.bytes });
    expect(buyer.state().delivery?.state).toBe('undecided');
    buyer.delivery.deliver(licenceAddress);
    expect(shop.asked).toEqual([]);
  });
});

it('does not disclose the buyer to a node without the file', async () => {
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
