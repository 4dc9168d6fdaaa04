import { beginCell, type Cell } from '@ton/core';
import { afterEach, expect, it } from 'vitest';
import { type OrderWorld, openOrderWorld, registration, ton } from './support/order-world.ts';

let world: OrderWorld;
afterEach(() => world.stop());

const gas = (price: bigint) =>
  beginCell().storeUint(0xdd, 8).storeUint(price, 64).storeUint(0, 192).storeUint(0, 128).endCell();
const forward = (message: bigint) =>
  beginCell().storeUint(0xea, 8).storeUint(message, 64).storeUint(1, 64).storeUint(1, 64).endCell();

it('nothing is drafted while the network asks for more than is attached, and a withdrawal still works', async () => {
  const prices: { gas: Cell; forward: Cell } = { gas: gas(26_214_400n), forward: forward(400_000n) };
  let now = Date.now();
  world = await openOrderWorld({
    clock: () => now,
    configParameter: async (number) => (number === 21 ? prices.gas : prices.forward),
  });
  await world.orders.platform.deployed;
  world.store('a');
  await world.embedded.faucet(world.practice.raw, 10n * ton);
  await world.orderService.quote(registration('a'));

  prices.gas = gas(26_214_401n);
  now += 24 * 60 * 60 * 1000;
  const tooHigh = { code: 'chain_unavailable', text: { reason: 'chain.feesTooHigh' } };
  await expect(world.orderService.quote(registration('a'))).rejects.toMatchObject(tooHigh);
  await expect(world.orderService.place(registration('a'))).rejects.toMatchObject(tooHigh);
  const content_address = `0:${'3'.repeat(64)}`;
  const caller = { user: 'visitor', principal: 'user' } as unknown as Parameters<
    OrderWorld['web']['purchase']
  >[0];
  await expect(world.web.purchase(caller, { content_address, license_type: 'listen' })).rejects.toMatchObject(
    tooHigh,
  );
  expect(world.orderService.page(undefined, 10).items).toEqual([]);

  const withdrawal = {
    ...({ kind: 'withdraw', pay_with: 'practice_wallet' } as const),
    ...{ to: `0:${'5'.repeat(64)}`, amount: ton.toString(), comment: '' },
  };
  await world.orderService.quote(withdrawal);
});

it('a platform is not deployed at such prices, and its owner reads why', async () => {
  world = await openOrderWorld({
    configParameter: async (number) => (number === 21 ? gas(1n) : forward(400_001n)),
  });
  await world.until(() => world.orders.platform.message?.reason === 'chain.feesTooHigh');
  expect(world.orders.platform.state).toBe('missing');
  expect(world.orderRepository.unsettledOf(world.service.raw)).toEqual([]);
});
