import { Address } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderWorld, openOrderWorld, registration, ton } from './support/order-world.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
  await world.orders.platform.deployed;
});
afterAll(() => world.stop());

/** Places an order, and waits for its end. */
async function done(request: Parameters<OrderWorld['orderService']['place']>[0]) {
  const order = await world.orderService.place(request);
  expect(order.state).toBe('open');
  const settled = await world.settled(order.query_id);
  return { order, settled };
}

describe('the platform', () => {
  it('is deployed once, with faucet money, and names its metadata', async () => {
    expect(world.orders.platform.state).toBe('deployed');
    const { stack } = await world.ton.runMethod(Address.parse(world.platform.address), 'get_collection_data');
    stack.readBigNumber();
    expect(stack.readCell().beginParse().skip(8).loadStringTail()).toBe('https://node.example/metadata.json');
    expect(stack.readAddress().toRawString()).toBe(world.service.raw);
    expect(world.orderRepository.page(undefined, undefined, 10)).toEqual([]);
  });
});

describe('orders of the practice wallet', () => {
  it('register contents, and buy, offer, resell and transfer licences', async () => {
    world.store('a');
    const { settled } = await done(registration('a'));
    expect(settled).toMatchObject({ state: 'confirmed', walletReply: null });
    const content = world.market.byFile(settled.sha256 as Buffer);
    expect(content).toMatchObject({ owner: world.practice.raw, title: 'Song a', price: ton });
    const content_address = content?.address ?? '';

    const bought = await done({
      kind: 'purchase',
      pay_with: 'service_wallet',
      content_address,
      licence: 'resale',
    });
    expect(bought.settled).toMatchObject({ state: 'confirmed', price: 2n * ton });
    const [licence] = world.market.licencesOf(content ?? never(), world.service.raw);
    const licence_address = licence?.address ?? '';

    await done({ kind: 'offer', pay_with: 'service_wallet', licence_address, price: (3n * ton).toString() });
    const resold = await done({
      kind: 'buy_offer',
      pay_with: 'practice_wallet',
      licence_address,
      price: (3n * ton).toString(),
    });
    expect(resold.settled.state).toBe('confirmed');
    expect(world.market.licence(licence_address)?.licence.owner).toBe(world.practice.raw);

    await done({ kind: 'transfer', pay_with: 'practice_wallet', licence_address, to: world.service.raw });
    expect(world.market.licence(licence_address)?.licence.owner).toBe(world.service.raw);

    const terms = {
      kind: 'terms',
      pay_with: 'practice_wallet',
      content_address,
      price: '0',
      resale_price: '0',
      allow_resale: false,
    } as const;
    await done({ ...terms, withdrawn: true });
    expect(world.market.byAddress(content_address)).toMatchObject({ withdrawn: true, price: 0n });
  });
});

function never(): never {
  throw new Error('not there');
}
