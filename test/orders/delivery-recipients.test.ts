import { Cell } from '@ton/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/core/caller.ts';
import { DeliveryRecipients, type RecipientScope } from '../../src/features/orders/delivery-recipients.ts';
import { randomRuns } from '../support/random-runs.ts';
import { type OrderWorld, openOrderWorld, registration, sha256Of, ton } from './support/order-world.ts';

const nodeSecret = Buffer.alloc(32, 7);
const [content, owner] = [`0:${'1'.repeat(64)}`, `0:${'2'.repeat(64)}`];
const recipientsOf = (count: number, secret: Buffer = nodeSecret, network = 'testnet') =>
  new DeliveryRecipients({ nodeSecret: secret, network, countOf: () => count });
/** Computed by RFC 5869 and RFC 7748 in another language. */
const vectors = {
  first: '97bf6ed5ff7ee085c8af941b8b732400dd15310474865af1e19e2303cc1b0734',
  second: '54446c9d7bf8743d1f78321e59b5bb61e362ab35c971c2fda4d5736a4ccea376',
  ofPayer: 'dec1a577d285ef3acd761173a6a3fa9f4a281d09f9515c282c21d517271cbb35',
};

describe('derived recipients', () => {
  it('match the specification', () => {
    expect(recipientsOf(0).next({ content, owner }).toString('hex')).toBe(vectors.first);
    expect(recipientsOf(1).next({ content, owner }).toString('hex')).toBe(vectors.second);
    expect(recipientsOf(0).next({ content, owner: null }).toString('hex')).toBe(vectors.ofPayer);
  });

  const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((hash) => `0:${hex(hash)}`);
  const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
  const order = fc.record({
    content: address,
    owner: fc.option(address),
    network: fc.constantFrom('testnet', 'mainnet', 'embedded'),
    n: fc.nat(31),
    secret,
  });

  it('are derived again without the orders, by the same node and for the same licence only', () => {
    fc.assert(
      fc.property(order, secret, address, (made, otherSecret, other) => {
        fc.pre(!made.secret.equals(otherSecret) && other !== made.content && other !== made.owner);
        const recipient = recipientsOf(made.n, made.secret, made.network).next(made);
        const holder = made.owner ?? other;
        const restored = recipientsOf(0, made.secret, made.network);
        const found = restored.find(recipient, { content: made.content, owner: holder });
        expect(found?.recipient.bytes).toEqual(recipient);
        expect(restored.find(recipient, { content: other, owner: holder })).toBeUndefined();
        if (made.owner)
          expect(restored.find(recipient, { content: made.content, owner: other })).toBeUndefined();
        const foreign = recipientsOf(0, otherSecret, made.network);
        expect(foreign.find(recipient, { content: made.content, owner: holder })).toBeUndefined();
      }),
      { numRuns: randomRuns(40) },
    );
  });

  it('are derived once for a content, for any number of licences given by strangers', () => {
    let derived = 0;
    const recipients = new DeliveryRecipients({
      nodeSecret,
      countOf: () => 0,
      get network() {
        derived += 1;
        return 'testnet';
      },
    });
    for (let n = 0; n < 50; n += 1)
      expect(recipients.find(Buffer.alloc(32, n), { content, owner })).toBeUndefined();
    expect(derived).toBe(2 * 32);
  });

  it('are different for each order', () => {
    fc.assert(
      fc.property(order, order, (one, two) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(two));
        const [first, second] = [one, two].map((made) =>
          recipientsOf(made.n, made.secret, made.network).next(made).toString('hex'),
        );
        expect(first).not.toBe(second);
      }),
    );
  });
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('orders', () => {
  let world: OrderWorld;
  const visitors = `0:${'5'.repeat(64)}`;
  beforeAll(async () => {
    world = await openOrderWorld({
      walletOf: (user) => (user === 'visitor' ? visitors : undefined),
      unprovenWalletOf: (user) => (user === 'third' ? visitors : undefined),
    });
    await world.orders.platform.deployed;
  });
  afterAll(() => world.stop());

  const done = async (request: Parameters<typeof world.orderService.place>[0]) => {
    const { query_id } = await world.orderService.place(request);
    expect(await world.settled(query_id)).toMatchObject({ state: 'confirmed' });
  };
  const restored = () =>
    new DeliveryRecipients({ nodeSecret: world.nodeSecret, network: 'embedded', countOf: () => 0 });

  it('name a recipient of this node, which the licence carries on the chain', async () => {
    world.store('one');
    await done(registration('one'));
    const one = world.market.byFile(sha256Of('one'));
    const address = one?.address ?? '';
    const buy = { kind: 'purchase', content_address: address, licence: 'resale' } as const;
    await done({ ...buy, pay_with: 'service_wallet' });
    const holder = world.service.raw;
    const held = () => one && world.market.licencesOf(one, holder)[0];
    const recipient = held()?.deliverTo ?? Buffer.alloc(0);
    expect(recipient).toEqual(recipientAt({ content: address, owner: holder }, 0));
    const whose = { content: address, owner: holder };
    for (const node of [world.recipients, restored()]) {
      expect(node.find(recipient, whose)?.recipient.bytes).toEqual(recipient);
    }

    const licence = held()?.address ?? '';
    const price = ton.toString();
    await done({ kind: 'offer', pay_with: 'service_wallet', licence_address: licence, price });
    const buyer = world.practice.raw;
    await done({ kind: 'buy_offer', pay_with: 'practice_wallet', licence_address: licence, price });
    const moved = world.market.licence(licence)?.licence;
    expect(moved).toMatchObject({
      owner: buyer,
      deliverTo: recipientAt({ content: address, owner: buyer }, 0),
    });
  });

  it('of web clients name a new recipient each', async () => {
    world.store('two');
    await done(registration('two'));
    const contentAddress = world.market.byFile(sha256Of('two'))?.address ?? '';
    const purchase = async (user: string) => {
      const caller = { user, scopes: new Set(), principal: `user:${user}`, name: user } as Caller;
      const asked = { content_address: contentAddress, license_type: 'listen' } as const;
      const { payload } = await world.web.purchase(caller, asked);
      return Cell.fromBase64(payload).beginParse();
    };
    const namedBy = (body: Awaited<ReturnType<typeof purchase>>) => {
      body.skip(32 + 64 + 32);
      body.loadCoins();
      body.skip(8);
      body.loadMaybeAddress();
      return body.loadBit() ? body.loadBuffer(32) : undefined;
    };
    expect(namedBy(await purchase('visitor'))).toEqual(
      recipientAt({ content: contentAddress, owner: visitors }, 0),
    );
    // A repeated request while it is open returns the same order.
    expect(namedBy(await purchase('visitor'))).toEqual(
      recipientAt({ content: contentAddress, owner: visitors }, 0),
    );
    expect(namedBy(await purchase('first'))).toEqual(
      recipientAt({ content: contentAddress, owner: null }, 0),
    );
    expect(namedBy(await purchase('second'))).toEqual(
      recipientAt({ content: contentAddress, owner: null }, 1),
    );
    // A user with an unproven wallet cannot use up the recipients of its owner.
    expect(namedBy(await purchase('third'))).toEqual(
      recipientAt({ content: contentAddress, owner: null }, 2),
    );
    expect(world.recipients.next({ content: contentAddress, owner: visitors })).toEqual(
      recipientAt({ content: contentAddress, owner: visitors }, 1),
    );
  });

  const recipientAt = (scope: RecipientScope, n: number): Buffer =>
    new DeliveryRecipients({
      nodeSecret: world.nodeSecret,
      network: 'embedded',
      countOf: () => n,
    }).next(scope);
});
