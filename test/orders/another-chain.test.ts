import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Order, OrderRequest } from '../../src/contract/dashboard-api/orders.ts';
import type { Caller } from '../../src/core/caller.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import {
  idOf,
  type OrderWorld,
  openOrderWorld,
  registration,
  sha256Of,
  ton,
  type WorldOptions,
} from './support/order-world.ts';

const nodeSecret = Buffer.alloc(32, 9);
const user = { user: 'u1', scopes: new Set(), principal: 'user:u1', name: 'Ada', sessionId: 's1' } as Caller;

let world: OrderWorld;
afterEach(() => world.stop());

async function open(folder: string, options: WorldOptions = {}): Promise<void> {
  world = await openOrderWorld({ folder, nodeSecret, ...options });
}

/** Places an order, and waits until it is on the chain. */
async function done(request: OrderRequest): Promise<Order> {
  const order = await world.orderService.place(request);
  expect((await world.settled(order.query_id)).state).toBe('confirmed');
  return order;
}

const shown = () => world.orderService.page(undefined, 100).items;
const orderOf = ({ query_id }: { query_id: string }) => shown().find((order) => order.query_id === query_id);

const withdrawal: OrderRequest = {
  ...{ kind: 'withdraw', pay_with: 'service_wallet', amount: ton.toString(), comment: '' },
  to: `0:${'5'.repeat(64)}`,
};

/** The chain files of a stopped world. */
const chainFiles = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('blocks'));
function copyChain(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of chainFiles(to)) rmSync(join(to, name));
  for (const name of chainFiles(from)) cpSync(join(from, name), join(to, name));
}

describe('a replaced chain', () => {
  it('with an earlier state keeps the confirmation of orders that it still has, and revokes the others', async () => {
    const [folder, before] = [temporaryFolder(), temporaryFolder()];
    await open(folder);
    await world.orders.platform.deployed;
    world.store('a');
    const kept = await done(registration('a'));
    await world.stop();
    copyChain(folder, before);
    await open(folder);
    await world.orders.platform.deployed;
    const content_address = world.market.byFile(sha256Of('a'))?.address ?? '';
    const lost = await done({
      ...{ kind: 'purchase', pay_with: 'service_wallet', content_address, licence: 'listen' },
    });
    expect(orderOf(lost)?.transaction).toMatch(/^[0-9a-f]{64}$/);
    await world.stop();
    copyChain(before, folder);

    await open(folder);
    await world.until(() => orderOf(lost)?.state === 'open');
    await world.until(() => orderOf(kept)?.state === 'confirmed');
    expect(orderOf(lost)).toMatchObject({
      settled_at: null,
      transaction: null,
      message: { reason: 'orders.chainReplaced' },
    });
    // It is not sent again, though it is open; and it does not prevent another purchase.
    expect(world.orderRepository.unsettledOf(world.service.raw)).toEqual([]);
    const again = await done({
      ...{ kind: 'purchase', pay_with: 'service_wallet', content_address, licence: 'listen' },
    });
    expect(again.query_id).not.toBe(lost.query_id);
    world.orders.expire(Date.parse(lost.valid_until) / 1000 + 1);
    expect(orderOf(lost)).toMatchObject({ state: 'expired', message: { reason: 'orders.goneWithChain' } });
    expect(orderOf(again)?.state).toBe('confirmed');
  });

  it('that is empty revokes all confirmations, and everything can be ordered again', async () => {
    const folder = temporaryFolder();
    await open(folder);
    await world.orders.platform.deployed;
    world.store('a');
    const [registered, withdrawn] = [await done(registration('a')), await done(withdrawal)];
    await world.stop();
    for (const name of chainFiles(folder)) rmSync(join(folder, name));

    await open(folder);
    await world.until(() => orderOf(registered)?.state !== 'confirmed');
    expect(orderOf(registered)).toMatchObject({ state: 'open', content_address: null });
    expect(orderOf(withdrawn)).toMatchObject({
      ...{ state: 'expired', transaction: null, message: { reason: 'orders.goneWithChain' } },
    });
    await world.orders.platform.deployed;
    world.store('a');
    await done(registration('a'));
  });
});

describe('another market', () => {
  it('has none of the orders of this one, which are valid again when the node returns', async () => {
    const folder = temporaryFolder();
    const other = { address: `0:${'6'.repeat(64)}`, source: 'node.example' };
    await open(folder);
    await world.orders.platform.deployed;
    world.store('a');
    const [registered, withdrawn] = [await done(registration('a')), await done(withdrawal)];
    world.store('b');
    const given = await world.web.newContent(user, {
      ...{ title: 'Song b', authors: [], content: idOf('b'), image: '', description: '', allowResale: false },
      ...{ price: ton.toString(), resaleLicensePrice: '0', royaltyParams: [] },
    });
    await world.stop();

    await open(folder, { adopted: other });
    expect(shown().map(({ query_id }) => query_id)).toEqual([withdrawn.query_id]);
    expect(world.web.listOf(user).items).toEqual([]);
    world.orders.expire(given.valid_until + 1);
    await world.stop();

    await open(folder);
    expect(orderOf(registered)?.state).toBe('confirmed');
    expect(world.web.listOf(user).items).toMatchObject([{ query_id: given.query_id, state: 'open' }]);
    world.orders.expire(given.valid_until + 1);
    expect(world.web.listOf(user).items).toMatchObject([{ state: 'expired' }]);
  });
});
