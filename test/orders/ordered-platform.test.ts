import { Address, Cell } from '@ton/core';
import { afterEach, describe, expect, it } from 'vitest';
import { message } from '../../src/core/messages/message.ts';
import { readMetadata } from '../../src/features/chain/contracts/metadata.ts';
import type { PlatformMetadata } from '../../src/features/orders/platform/platform-texts.ts';
import {
  type OrderWorld,
  openOrderWorld,
  registration,
  ton,
  type WorldOptions,
} from './support/order-world.ts';

let world: OrderWorld;
afterEach(() => world.stop());

/** A node on a network with real money, with this balance. */
async function open(money: bigint, options: WorldOptions = {}): Promise<void> {
  world = await openOrderWorld({ network: 'testnet', hasFaucet: false, ...options });
  if (money > 0n) await world.embedded.faucet(world.service.raw, money);
  await world.until(() => world.orders.platform.state === 'missing');
}

const order = { kind: 'platform', pay_with: 'service_wallet' } as const;
const balance = () => world.balance(world.service.raw);

/** Triggers everything that could make the node send something. */
async function occasions(): Promise<void> {
  for (let blocks = 0; blocks < 3; blocks++) {
    await world.embedded.faucet(`0:${'8'.repeat(64)}`, ton);
    world.orders.wake();
    await world.indexed();
  }
}

async function metadataOnChain(): Promise<Cell> {
  const { stack } = await world.ton.runMethod(Address.parse(world.platform.address), 'get_collection_data');
  stack.skip(1);
  return stack.readCell();
}

async function ordered() {
  const { query_id } = await world.orderService.place(order);
  return world.settled(query_id);
}

const texts = (description: string): PlatformMetadata => ({ texts: { name: 'Sea Records', description } });

describe('a node’s own platform on a network with real money', () => {
  it('is deployed only after an order of the owner, who sees the price first', async () => {
    await open(ton, { platformMetadata: () => texts('Songs') });
    await occasions();
    expect(await balance()).toBe(ton);
    expect(world.orders.platform.message).toEqual(message('orders.platformNotOrdered'));
    world.store('a');
    await expect(
      world.orderService.place(registration('a', { pay_with: 'service_wallet' })),
    ).rejects.toMatchObject({ code: 'chain_unavailable', text: message('orders.platformNotOrdered') });

    const quote = await world.orderService.quote(order);
    expect(quote).toMatchObject({ deposit: `${ton / 10n}`, warning: null });
    expect(await balance()).toBe(ton);
    expect((await ordered()).state).toBe('confirmed');
    const spent = ton - (await balance());
    expect(spent).toBeGreaterThanOrEqual(BigInt(quote.deposit));
    expect(spent).toBeLessThanOrEqual(BigInt(quote.most));
    await world.orders.platform.deployed;
    expect(world.orderService.page(undefined, 10).items).toMatchObject([
      { kind: 'platform', state: 'confirmed', pay_with: 'service_wallet' },
    ]);
    expect(readMetadata(await metadataOnChain(), ['name', 'description', 'image'], 1000)).toEqual({
      name: 'Sea Records',
      description: 'Songs',
    });
  });

  it('changes its metadata only on an order of the owner', async () => {
    let description = 'Songs';
    await open(ton, { platformMetadata: () => texts(description) });
    await ordered();
    const before = await balance();
    await expect(world.orderService.quote(order)).rejects.toMatchObject({
      ...{ code: 'precondition_failed', text: message('orders.platformUpToDate') },
    });
    description = 'Songs of the sea';
    await occasions();
    expect(await balance()).toBe(before);
    const quote = await world.orderService.quote(order);
    expect(BigInt(quote.most)).toBeLessThan(ton / 25n);
    expect((await ordered()).state).toBe('confirmed');
    expect(readMetadata(await metadataOnChain(), ['description'], 1000)).toEqual({ description });
    await expect(world.orderService.quote(order)).rejects.toMatchObject({ code: 'precondition_failed' });
  });

  it('reports the missing amount in the wallet', async () => {
    await open(ton / 20n);
    await expect(world.orderService.place(order)).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await balance()).toBe(ton / 20n);
  });

  it('is resumed after a restart of its node, and not ordered twice', async () => {
    let isAway = true;
    const onChain: WorldOptions['onChain'] = (chain) => ({
      ...{ getContractState: chain.getContractState, getTransactions: chain.getTransactions },
      runMethod: chain.runMethod,
      sendFile: (boc) => (isAway ? Promise.reject(new Error('away')) : chain.sendFile(boc)),
    });
    await open(ton, { onChain });
    const { query_id } = await world.orderService.place(order);
    await world.until(() => world.orders.platform.message?.reason === 'orders.platformStarting');
    const { folder, nodeSecret } = world;
    await world.stop();
    isAway = false;
    world = await openOrderWorld({ network: 'testnet', hasFaucet: false, folder, nodeSecret, onChain });
    await world.until(() => world.orders.platform.message?.reason === 'orders.platformStarting');
    expect((await world.orderService.place(order)).query_id).toBe(query_id);
    expect((await world.settled(query_id)).state).toBe('confirmed');
  });

  it('accepts long texts up to the limit of its contract', async () => {
    let description = 'x'.repeat(3000);
    await open(ton, { platformMetadata: () => texts(description) });
    expect((await ordered()).state).toBe('confirmed');
    expect(readMetadata(await metadataOnChain(), ['description'], 5000)).toEqual({ description });
    description = 'x'.repeat(4000);
    await expect(world.orderService.place(order)).rejects.toMatchObject({
      ...{ code: 'precondition_failed', text: message('orders.platformTextsTooLong') },
    });
  });

  it('is not set up while the node uses another one', async () => {
    const adopted = { address: `0:${'6'.repeat(64)}`, source: 'node.example' };
    await open(ton, { adopted });
    await expect(world.orderService.quote(order)).rejects.toMatchObject({
      ...{ code: 'precondition_failed', text: message('orders.platformOfOthers') },
    });
  });
});
