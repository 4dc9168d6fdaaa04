import { Address, Cell, internal, SendMode } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { WalletContractV5R1 } from '@ton/ton';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/core/caller.ts';
import { globalIds } from '../../src/core/ton/global-ids.ts';
import { loadContentParams } from '../../src/features/chain/contracts/content-params.ts';
import type { WalletReply } from '../../src/features/orders/order.ts';
import type { WalletTransaction } from '../../src/features/orders/order-context.ts';
import { randomBytes, randomKey } from '../support/random-bytes.ts';
import { idOf, type OrderWorld, openOrderWorld, publication, sha256Of, ton } from './support/order-world.ts';

/** A user's wallet, outside of the node. */
const keys = keyPairFromSeed(randomKey());
const wallet = WalletContractV5R1.create({ publicKey: keys.publicKey, walletId: { networkGlobalId: -3 } });
const raw = wallet.address.toRawString();

const user = { user: 'u1', scopes: new Set(), principal: 'user:u1', name: 'Ada', sessionId: 's1' } as Caller;
const program = { user: 'owner', scopes: new Set(), principal: 'token:t1', name: 'script' } as Caller;

const settings = { sponsor_registrations: false, sponsor_daily_limit: '0', token_daily_limit: '0' };
const connected = {
  isConnected: false,
  asked: [] as WalletTransaction[],
  reply: (_: Exclude<WalletReply, 'asked'>) => {},
};
let proven: string | undefined;
let world: OrderWorld;

beforeAll(async () => {
  world = await openOrderWorld({
    walletOf: (id) => (id === 'u1' ? proven : undefined),
    limits: () => settings,
    connected: {
      of: () => (connected.isConnected ? raw : undefined),
      ask: (_holder, transaction) => {
        connected.asked.push(transaction);
        return new Promise((resolve) => {
          connected.reply = resolve;
        });
      },
    },
  });
  await world.orders.platform.deployed;
  await world.embedded.faucet(raw, 1000n * ton);
});
afterAll(() => world.stop());
beforeEach(() => {
  proven = raw;
  connected.isConnected = false;
  connected.asked = [];
  Object.assign(settings, { sponsor_registrations: false, sponsor_daily_limit: '0', token_daily_limit: '0' });
});

const publish = (text: string, changes: object = {}) => {
  world.store(text);
  return publication(text, changes);
};

/** Sends a message as the user's wallet does. */
async function send({
  address,
  amount,
  payload,
}: {
  address: string;
  amount: string;
  payload: string;
}): Promise<void> {
  const contract = world.ton.open(wallet);
  await contract.sendTransfer({
    seqno: await contract.getSeqno(),
    secretKey: keys.secretKey,
    sendMode: SendMode.PAY_GAS_SEPARATELY,
    messages: [
      internal({
        to: Address.parse(address),
        value: BigInt(amount),
        bounce: true,
        body: Cell.fromBase64(payload),
      }),
    ],
  });
}

async function published(text: string): Promise<string> {
  const message = await world.web.newContent(user, publish(text));
  await send(message);
  expect((await world.settled(message.query_id)).state).toBe('confirmed');
  return world.market.byFile(sha256Of(text))?.address ?? '';
}

describe('a message for a web client', () => {
  it('registers a content, or buys one of another user, when the wallet sends it', async () => {
    const message = await world.web.newContent(user, publish('first'));
    expect(message).toMatchObject({
      address: expect.stringMatching(/^[kE]Q/),
      payload: expect.stringMatching(/^te6/),
    });
    expect(message.valid_until * 1000 - Date.now()).toBeLessThanOrEqual(120_000);
    expect(message.valid_until * 1000 - Date.now()).toBeGreaterThan(110_000);
    expect(Address.parseFriendly(message.address)).toMatchObject({ isBounceable: true, isTestOnly: true });
    expect(world.web.listOf(user).items[0]).toMatchObject({
      query_id: message.query_id,
      state: 'open',
      kind: 'register',
    });
    await send(message);
    expect((await world.settled(message.query_id)).state).toBe('confirmed');
    const content = world.market.byFile(sha256Of('first'));
    expect(content?.owner).toBe(raw);
    await expect(world.web.newContent(user, publish('first'))).rejects.toMatchObject({
      code: 'already_registered',
    });

    const content_address = content?.address ?? '';
    const buy = () => world.web.purchase(user, { content_address, license_type: 'resale' });
    await expect(buy(), 'by the owner').rejects.toMatchObject({ code: 'already_licensed' });
    proven = `0:${'7'.repeat(64)}`;
    const purchase = await buy();
    expect(purchase.valid_until * 1000 - Date.now()).toBeGreaterThan(280_000);
    expect(purchase.license_type).toBe('listen');
    await send(purchase);
    expect((await world.settled(purchase.query_id)).state).toBe('confirmed');
    await expect(world.web.purchase(user, { content_address, license_type: 'listen' })).rejects.toMatchObject(
      {
        code: 'already_licensed',
      },
    );
  });

  it('is the same one while it is open, and refused with other terms', async () => {
    const asked = publish('again');
    const first = await world.web.newContent(user, asked);
    expect(await world.web.newContent(user, asked)).toEqual(first);
    await expect(world.web.newContent(user, { ...asked, price: '5000000' })).rejects.toMatchObject({
      code: 'order_open',
    });
    expect(await world.web.newContent({ ...user, user: 'u2' }, asked)).not.toMatchObject({
      query_id: first.query_id,
    });
  });

  it.each([
    [
      'shares above the whole price',
      {
        royaltyParams: [
          { address: raw, value: 6000 },
          { address: raw, value: 6000 },
        ],
      },
    ],
    ['a share for the masterchain', { royaltyParams: [{ address: `-1:${'0'.repeat(64)}`, value: 1 }] }],
    ['a share for an invalid address', { royaltyParams: [{ address: 'Ada', value: 1 }] }],
    ['dust as a price', { price: 999_999 }],
    ['a price of 2^63', { price: (2n ** 63n).toString() }],
    ['content that is not stored here', { content: idOf('elsewhere') }],
    ['a cover that is not stored here', { image: idOf('elsewhere') }],
  ])('is refused with %s', async (_, changes) => {
    await expect(world.web.newContent(user, publish('bad', changes))).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('is refused for blocked contents, and for those missing on the chain', async () => {
    world.blocked.add(sha256Of('blocked').toString('hex'));
    await expect(world.web.newContent(user, publish('blocked'))).rejects.toMatchObject({ code: 'blocked' });
    const content_address = `0:${'5'.repeat(64)}`;
    await expect(world.web.purchase(user, { content_address, license_type: 'listen' })).rejects.toMatchObject(
      {
        code: 'content_not_found',
      },
    );
  });
});

describe('amounts and shares of a web client', () => {
  const termsOf = async (changes: object) => {
    const draft = await world.web.newContent(user, publish(randomBytes(8).toString('hex'), changes));
    const params = Cell.fromBase64(draft.payload).refs[0];
    if (!params) throw new Error('The message has no parameters.');
    return loadContentParams(params.beginParse());
  };

  it('are rounded to correct floating-point errors', async () => {
    const exact = await termsOf({ price: '1070000000' });
    expect(exact.price).toBe(1_070_000_000n);
    for (const price of [1_070_000_000.000_000_1, 1_069_999_999.999_5, '1070000000.001', '1069999999.9995']) {
      expect((await termsOf({ price })).price).toBe(exact.price);
    }
    for (const price of [1_070_000_000.01, '1070000000.5']) {
      await expect(termsOf({ price })).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });

  it('split a sale without a remainder', async () => {
    const third = 10_000 / 3;
    const sharesOf = async (...values: number[]) => {
      const royaltyParams = values.map((value, index) => ({ address: `0:${`${index}`.repeat(64)}`, value }));
      return (await termsOf({ royaltyParams })).royalties.map(({ share }) => share);
    };
    expect(await sharesOf(third, third, third)).toEqual([3334, 3333, 3333]);
    expect(await sharesOf(1.2, 1.5, 1.3)).toEqual([1, 2, 1]);
    expect(await sharesOf(500, 9500)).toEqual([500, 9500]);
    await expect(sharesOf(5000.5, 5000)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('a connected wallet', () => {
  beforeEach(() => {
    connected.isConnected = true;
  });

  it('gets one request for the same message, and another one only after it declined', async () => {
    const asked = publish('asked');
    const message = await world.web.newContent(user, asked);
    expect(message.message).toBe('Transaction requested');
    expect(message.valid_until * 1000 - Date.now(), 'as its reply is heard').toBeGreaterThan(280_000);
    const { address, amount, payload, valid_until } = message;
    expect(connected.asked).toEqual([
      {
        validUntil: valid_until,
        network: String(globalIds.embedded),
        from: raw,
        messages: [{ address, amount, payload }],
      },
    ]);
    await world.web.newContent(user, asked);
    expect(connected.asked).toHaveLength(1);

    connected.reply('declined');
    await world.until(() => world.orderRepository.get(message.query_id)?.walletReply === 'declined');
    expect(world.orderRepository.get(message.query_id)?.state).toBe('open');
    expect(await world.web.newContent(user, asked)).toMatchObject({ query_id: message.query_id });
    expect(connected.asked).toHaveLength(2);
    connected.reply('signed');
    await world.until(() => world.orderRepository.get(message.query_id)?.walletReply === 'signed');
    await world.web.newContent(user, asked);
    expect(connected.asked).toHaveLength(2);
  });

  it('that declined allows other terms, even if it signed all the same', async () => {
    const asked = publish('lied');
    const message = await world.web.newContent(user, asked);
    connected.reply('declined');
    await world.until(() => world.orderRepository.get(message.query_id)?.walletReply === 'declined');
    const cheaper = await world.web.newContent(user, { ...asked, price: '5000000' });
    expect(cheaper.query_id).not.toBe(message.query_id);
    await send(message);
    expect((await world.settled(message.query_id)).state).toBe('confirmed');
  });
});

describe('payments of this node', () => {
  it('cover registrations in the name of the author’s wallet up to the daily limit', async () => {
    Object.assign(settings, { sponsor_registrations: true, sponsor_daily_limit: '400000000' });
    const before = world.orderRepository.page('u1', undefined, 100).length;
    const message = await world.web.newContent(user, publish('free'));
    expect(message).toMatchObject({ address: 'free', amount: '0', payload: '' });
    expect((await world.settled(message.query_id)).state).toBe('confirmed');
    expect(world.market.byFile(sha256Of('free'))?.owner).toBe(raw);

    const tries = await Promise.allSettled(
      ['s1', 's2', 's3', 's4'].map((text) => world.web.newContent(user, publish(text))),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    for (const attempt of tries) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'limit_reached' });
    }
    expect(world.orderRepository.page('u1', undefined, 100)).toHaveLength(before + 2);
  });

  it('cover no registration for a user without a wallet', async () => {
    Object.assign(settings, { sponsor_registrations: true, sponsor_daily_limit: '5000000000' });
    proven = undefined;
    await expect(world.web.newContent(user, publish('poor'))).rejects.toMatchObject({
      code: 'wallet_required',
    });
  });

  it('cover purchases by programs of the owner, up to their limit', async () => {
    const content_address = await published('for programs');
    const asked = { content_address, license_type: 'listen', pay_with: 'service_wallet' } as const;
    await expect(world.web.purchase(program, asked)).rejects.toMatchObject({ code: 'limit_reached' });
    settings.token_daily_limit = (2n * ton).toString();
    await expect(world.web.purchase(user, asked)).rejects.toMatchObject({ code: 'insufficient_scope' });
    const message = await world.web.purchase(program, asked);
    expect(message).toMatchObject({ address: 'free', license_type: 'listen' });
    expect((await world.settled(message.query_id)).state).toBe('confirmed');
    const content = world.market.byAddress(content_address);
    expect(content && world.market.licencesOf(content, world.service.raw)).toHaveLength(1);
  });
});

describe('an order that is never sent', () => {
  it('is replaced by other terms two minutes later, when no wallet can send it any more', async () => {
    const asked = publish('retried');
    const first = await world.web.newContent(user, asked);
    const retry = () => world.web.newContent(user, { ...asked, price: '5000000' });
    await expect(retry()).rejects.toMatchObject({ code: 'order_open' });
    expect(first.valid_until * 1000 - Date.now()).toBeLessThanOrEqual(120_000);
    world.orders.expire(first.valid_until + 1);
    expect((await retry()).query_id).not.toBe(first.query_id);
  });

  it('expires only when the index is complete past its time; the chain decides', async () => {
    const message = await world.web.newContent(user, publish('late'));
    world.orders.expire(message.valid_until);
    expect(world.orderRepository.get(message.query_id)?.state).toBe('open');
    world.orders.expire(message.valid_until + 1);
    expect(world.orderRepository.get(message.query_id)?.state).toBe('expired');
    const again = await world.web.newContent(user, publish('late'));
    expect(again.query_id).not.toBe(message.query_id);
    await send(message);
    await world.until(() => world.orderRepository.get(message.query_id)?.state === 'confirmed');
  });

  it('is not confirmed by messages of others with its query id', async () => {
    const message = await world.web.newContent(user, publish('mine'));
    const { terms = '' } = world.orderRepository.get(message.query_id) ?? {};
    const settle = (changes: object) =>
      world.orderRepository.settle(
        {
          queryId: BigInt(message.query_id),
          kind: 'register',
          contract: `0:${'7'.repeat(64)}`,
          owner: raw,
          terms,
          transaction: randomKey(),
          ...changes,
        },
        Date.now(),
      );
    expect(settle({ owner: world.service.raw })).toBe(false);
    expect(settle({ terms: terms.replaceAll(/./g, '0') })).toBe(false);
    expect(settle({ kind: 'purchase' })).toBe(false);
    expect(settle({ queryId: 1n })).toBe(false);
    expect(settle({})).toBe(true);
  });
});
