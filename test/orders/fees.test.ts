import { beginCell, type Cell } from '@ton/core';
import { afterEach, expect, it } from 'vitest';
import { type OrderWorld, openOrderWorld, registration, ton } from './support/order-world.ts';

let world: OrderWorld;
afterEach(() => world.stop());

const gas = (price: bigint) =>
  beginCell().storeUint(0xdd, 8).storeUint(price, 64).storeUint(0, 192).storeUint(0, 128).endCell();
const forward = (message: bigint) =>
  beginCell().storeUint(0xea, 8).storeUint(message, 64).storeUint(1, 64).storeUint(1, 64).endCell();

it('ignores prices of the network if the platform returns its required amount', async () => {
  const prices: { gas: Cell; forward: Cell } = { gas: gas(26_214_400n), forward: forward(400_000n) };
  let now = Date.now();
  world = await openOrderWorld({
    clock: () => now,
    configParameter: async (number) => (number === 21 ? prices.gas : prices.forward),
  });
  await world.orders.platform.deployed;
  world.store('a');
  await world.embedded.faucet(world.practice.raw, 10n * ton);
  const before = await world.orderService.quote(registration('a'));
  prices.gas = gas(2n * 26_214_400n);
  now += 24 * 60 * 60 * 1000;
  const after = await world.orderService.quote(registration('a'));
  expect(BigInt(after.most)).toBeGreaterThan(BigInt(before.most));
  const { query_id } = await world.orderService.place(registration('a'));
  expect((await world.settled(query_id)).state).toBe('confirmed');
});

it('does not deploy a platform at such prices, and shows the owner the reason', async () => {
  world = await openOrderWorld({
    configParameter: async (number) => (number === 21 ? gas(1n) : forward(400_001n)),
  });
  await world.until(() => world.orders.platform.message?.reason === 'chain.feesTooHigh');
  expect(world.orders.platform.state).toBe('missing');
  expect(world.orderRepository.unsettledOf(world.service.raw)).toEqual([]);
});
