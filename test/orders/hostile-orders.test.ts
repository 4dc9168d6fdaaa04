import { Address, Cell, internal, SendMode } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { WalletContractV5R1 } from '@ton/ton';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/core/caller.ts';
import { loadContentParams } from '../../src/features/chain/contracts/content-params.ts';
import { purchaseLicence, registerContent } from '../../src/features/chain/contracts/messages.ts';
import type { Draft } from '../../src/features/orders/drafts/draft.ts';
import { LateOrders } from '../../src/features/orders/late-orders.ts';
import type { OrderRecord } from '../../src/features/orders/order.ts';
import { walletMessage } from '../../src/features/orders/wallet-requests.ts';
import { idOf, type OrderWorld, openOrderWorld, registration, sha256Of, ton } from './support/order-world.ts';

const userOf = (id: string) =>
  ({ user: id, scopes: new Set(), principal: `user:${id}`, name: id, sessionId: id }) as Caller;
const victim = userOf('victim');
const seller = userOf('seller');

/** The wallet of another user, outside of the node. */
const walletOf = (seed: number) => {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, seed));
  const contract = WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: -3 } });
  return { contract, secretKey, raw: contract.address.toRawString() };
};
const [mine, attackers, sellers] = [walletOf(81), walletOf(82), walletOf(83)];

/** The difference between the node's clock and that of the chain. */
let offBy = 0;
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({
    walletOf: (id) => ({ victim: mine.raw, seller: sellers.raw })[id],
    clock: () => Date.now() + offBy,
  });
  await world.orders.platform.deployed;
  for (const { raw } of [mine, attackers, sellers]) await world.embedded.faucet(raw, 1000n * ton);
});
afterAll(() => world.stop());
beforeEach(() => {
  offBy = 0;
});

const publish = (text: string, changes: object = {}) => {
  world.store(text);
  return {
    ...{ title: `Song ${text}`, authors: ['Ada'], content: idOf(text), image: '' as const, description: '' },
    ...{ price: ton.toString(), resaleLicensePrice: '0', allowResale: false, royaltyParams: [] },
    ...changes,
  };
};

interface Message {
  address: string;
  amount: string;
  payload: string;
}

async function send(
  by: typeof mine,
  { address, amount, payload }: Message,
  value = BigInt(amount),
  bounce = true,
) {
  const contract = world.ton.open(by.contract);
  await contract.sendTransfer({
    seqno: await contract.getSeqno(),
    secretKey: by.secretKey,
    sendMode: SendMode.PAY_GAS_SEPARATELY,
    messages: [internal({ to: Address.parse(address), value, bounce, body: Cell.fromBase64(payload) })],
  });
  await world.indexed();
}

const stateOf = ({ query_id }: { query_id: string }) => world.orderRepository.get(query_id)?.state;
const expire = ({ valid_until }: { valid_until: number }) => world.orders.expire(valid_until + 1);
const contentOf = (text: string) => world.market.byFile(sha256Of(text));

async function published(text: string): Promise<string> {
  await send(sellers, await world.web.newContent(seller, publish(text)));
  return contentOf(text)?.address ?? '';
}

describe('the same order, requested concurrently', () => {
  it('is placed once, and refused with other terms', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 9 }, (_, index) =>
        world.web.newContent(victim, publish('at once', index % 3 === 2 ? { price: `${index}000000` } : {})),
      ),
    );
    const given = tries
      .filter((attempt) => attempt.status === 'fulfilled')
      .map(({ value }) => value.query_id);
    expect(given).toHaveLength(6);
    expect(new Set(given).size).toBe(1);
    for (const attempt of tries) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'order_open' });
    }
  });

  it('registers a file once for two wallets of the node', async () => {
    world.store('two wallets');
    const tries = await Promise.allSettled([
      world.orderService.place(registration('two wallets', { pay_with: 'practice_wallet' })),
      world.orderService.place(registration('two wallets', { pay_with: 'service_wallet' })),
    ]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [placed] = tries.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect((await world.settled(placed?.query_id ?? '')).state).toBe('confirmed');
  });

  it('counts once for the limit of open orders of its user, and does not count for others', async () => {
    const greedy = userOf('greedy');
    const all: { query_id: string; valid_until: number }[] = [];
    for (let song = 0; song < 50; song++) {
      all.push(await world.web.newContent(greedy, publish(`greedy ${song}`)));
    }
    const [first] = all as [(typeof all)[number]];
    await expect(world.web.newContent(greedy, publish('greedy 50'))).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining(new Date(first.valid_until * 1000).toISOString()),
    });
    expect(await world.web.newContent(greedy, publish('greedy 0'))).toMatchObject({
      query_id: first.query_id,
    });
    await world.web.newContent(userOf('other'), publish('greedy 50'));
    expire(all.at(-1) ?? first);
    await world.web.newContent(greedy, publish('greedy 50'));
  });
});

describe('an expired order', () => {
  it('is not returned again; it can be ordered anew when the chain does not have it', async () => {
    const message = await world.web.newContent(victim, publish('overdue'));
    offBy = 6 * 60_000;
    await expect(world.web.newContent(victim, publish('overdue'))).rejects.toMatchObject({
      code: 'order_open',
      text: { reason: 'orders.expiredUnconfirmed' },
    });
    offBy = 0;
    expire(message);
    expect((await world.web.newContent(victim, publish('overdue'))).query_id).not.toBe(message.query_id);
  });

  it('is not repeated after its contract was paid, even if the event arrives late', async () => {
    const content_address = await published('late event');
    const buy = () => world.web.purchase(userOf('visitor'), { content_address, license_type: 'listen' });
    const paid = await buy();
    await send(mine, paid);
    expect(stateOf(paid)).toBe('confirmed');
    // As if the event had not arrived yet at the expiry.
    world.db.prepare("UPDATE intents SET state = 'expired' WHERE query_id = ?").run(paid.query_id);
    await expect(buy()).rejects.toMatchObject({
      ...{ code: 'order_open', text: { reason: 'orders.earlierDelivered' } },
    });
    expect(world.orderRepository.get(paid.query_id)).toMatchObject({
      ...{ state: 'open', receivedAt: expect.any(Number) },
    });
    expire(paid);
    expect(stateOf(paid)).toBe('open');
  });

  it('is not hidden by copies that the contract refuses, nor ended by them', async () => {
    const content_address = await published('copies');
    const buy = () => world.web.purchase(userOf('visitor'), { content_address, license_type: 'listen' });
    const unpaid = await buy();
    for (const bounce of [true, false]) await send(attackers, unpaid, ton / 100n, bounce);
    expire(unpaid);
    const paid = await buy();
    expect(paid.query_id).not.toBe(unpaid.query_id);
    await send(mine, paid);
    for (const bounce of [true, false]) await send(attackers, paid, ton / 100n, bounce);
    world.db.prepare("UPDATE intents SET state = 'expired' WHERE query_id = ?").run(paid.query_id);
    await expect(buy()).rejects.toMatchObject({ text: { reason: 'orders.earlierDelivered' } });
  });

  it('is not taken as paid when somebody else bought an offer with a copy of its message', async () => {
    const content_address = await published('offered');
    const { query_id } = await world.web.purchase(userOf('visitor'), {
      content_address,
      license_type: 'listen',
    });
    const order = world.orderRepository.get(query_id) as OrderRecord;
    await send(attackers, walletMessage(order, 'embedded'));
    const check = (kind: OrderRecord['kind'], payer: string) => {
      const orders = { expiredFor: () => [{ ...order, kind, payer }], setReceived: async () => {} };
      const lateOrders = new LateOrders({
        payers: { chain: world.ton, second: undefined },
        orders,
        clock: Date.now,
      });
      return lateOrders.check('visitor', { kind, purpose: order.purpose } as Draft);
    };
    await check('buy_offer', mine.raw);
    for (const [kind, payer] of [
      ['buy_offer', attackers.raw],
      ['purchase', mine.raw],
    ] as const) {
      await expect(check(kind, payer)).rejects.toMatchObject({ code: 'order_open' });
    }
  });

  it('is repeated when its contract returned the money, or nothing was sent', async () => {
    const content_address = await published('paid too little');
    const buy = () => world.web.purchase(victim, { content_address, license_type: 'listen' });
    for (const value of [ton / 100n, undefined]) {
      const message = await buy();
      if (value !== undefined) await send(mine, message, value);
      expire(message);
      expect(stateOf(message)).toBe('expired');
    }
    expect(await buy()).toMatchObject({ license_type: 'listen' });
  });
});

describe('a wallet', () => {
  it('that sends too late gets its money back, and nothing is confirmed', async () => {
    offBy = -6 * 60_000;
    const message = await world.web.newContent(victim, publish('late'));
    offBy = 0;
    const before = await world.balance(mine.raw);
    await send(mine, message);
    expect(before - (await world.balance(mine.raw))).toBeLessThan(ton / 50n);
    expect(contentOf('late')).toBeUndefined();
    expect(stateOf(message)).toBe('open');
    expire(message);
    expect(stateOf(message)).toBe('expired');
  });

  it('that sends too little gets it back; the same message with enough is confirmed', async () => {
    const message = await world.web.newContent(victim, publish('too little'));
    await send(mine, message, BigInt(message.amount) / 2n);
    expect([stateOf(message), contentOf('too little')]).toEqual(['open', undefined]);
    await send(mine, message);
    expect(stateOf(message)).toBe('confirmed');
  });

  it('that sends too much gets the change', async () => {
    const content_address = await published('too much');
    const message = await world.web.purchase(victim, { content_address, license_type: 'listen' });
    const before = await world.balance(mine.raw);
    await send(mine, message, 100n * ton);
    expect(stateOf(message)).toBe('confirmed');
    const paid = before - (await world.balance(mine.raw));
    expect(paid > ton && paid < ton + ton / 10n).toBe(true);
  });

  it('that sends twice confirms the order once, with the first message', async () => {
    const message = await world.web.newContent(victim, publish('twice'));
    await send(mine, message);
    const { transaction, settledAt } = world.orderRepository.get(message.query_id) ?? {};
    const first = contentOf('twice')?.address;
    await send(mine, message);
    expect(contentOf('twice')?.address).toBe(first);
    expect(world.orderRepository.get(message.query_id)).toMatchObject({
      ...{ state: 'confirmed', transaction, settledAt, contentAddress: first },
    });
  });
});

describe('another user who knows the query id of an order', () => {
  it('cannot confirm it by registering the file in the author’s name on other terms', async () => {
    const message = await world.web.newContent(victim, publish('copied'));
    const body = Cell.fromBase64(message.payload).beginParse();
    const params = loadContentParams(body.loadRef().beginParse());
    const forged = registerContent({
      queryId: BigInt(message.query_id),
      validUntil: message.valid_until,
      owner: mine.raw,
      params: { ...params, royalties: [{ to: attackers.raw, share: 10_000 }] },
    });
    await send(attackers, { ...message, payload: forged.toBoc().toString('base64') });
    expect(contentOf('copied')).toMatchObject({ royalties: [[attackers.raw, 10_000]] });
    expect(stateOf(message)).toBe('open');
    expire(message);
    expect(stateOf(message)).toBe('expired');
  });

  it('cannot confirm a purchase by buying for themselves, or something else', async () => {
    const [wanted, other] = [await published('wanted'), await published('other')];
    const message = await world.web.purchase(victim, { content_address: wanted, license_type: 'listen' });
    const { query_id, valid_until } = message;
    const copy = (recipient: string) =>
      purchaseLicence({
        ...{
          queryId: BigInt(query_id),
          validUntil: valid_until,
          maxPrice: ton,
          kind: 'listen',
          recipient,
          deliverTo: null,
        },
      })
        .toBoc()
        .toString('base64');
    await send(attackers, { ...message, payload: copy(attackers.raw) });
    await send(attackers, { ...message, address: other, payload: copy(mine.raw) });
    expect(stateOf(message)).toBe('open');
    await send(mine, message);
    expect(stateOf(message)).toBe('confirmed');
  });
});
