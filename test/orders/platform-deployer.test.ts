import { Address, type Transaction } from '@ton/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/core/caller.ts';
import { message } from '../../src/core/messages/message.ts';
import { choosePlatform } from '../../src/features/orders/platform/choose-platform.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import {
  type OrderWorld,
  openChain,
  openOrderWorld,
  publication,
  registration,
  ton,
  type WorldOptions,
} from './support/order-world.ts';

const worlds: OrderWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
});

async function open(options: WorldOptions): Promise<OrderWorld> {
  const world = await openOrderWorld(options);
  worlds.push(world);
  return world;
}

const user: Caller = { user: 'u1', scopes: new Set(), principal: 'user:u1', name: 'Ada', sessionId: 's1' };

const messagesTo = async ({ ton: client, platform }: OrderWorld): Promise<Transaction[]> =>
  client.getTransactions(Address.parse(platform.address), { limit: 20 });

describe('a node’s own platform', () => {
  it('waits for money, names amount and address, and is deployed when the money arrives', async () => {
    const world = await open({ hasFaucet: false });
    const to = world.service.address.toString({ bounceable: false, testOnly: true });
    await world.until(() => world.orders.platform.message?.params.address === to);
    const { reason, params } = world.orders.platform.message ?? {};
    expect(reason).toBe('orders.platformNeedsMoney');
    const needed = BigInt(String(params?.needed));
    expect(world.orders.platform.state).toBe('missing');
    await expect(world.orderService.place(registration('a'))).rejects.toMatchObject({
      code: 'chain_unavailable',
    });
    await world.embedded.faucet(world.service.raw, needed);
    expect(needed).toBeLessThan(ton / 4n);
    await world.orders.platform.deployed;
    expect(world.orders.platform).toMatchObject({ state: 'deployed', message: null });
    world.store('a');
    await expect(
      world.orderService.place(registration('a', { pay_with: 'service_wallet' })),
    ).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
  });

  it('is deployed once by two nodes with one secret that start together, and not by later ones', async () => {
    const embedded = openChain(temporaryFolder());
    const nodeSecret = Buffer.alloc(32, 3);
    const [first, second] = await Promise.all([
      open({ embedded, nodeSecret }),
      open({ embedded, nodeSecret }),
    ]);
    await Promise.all([first.orders.platform.deployed, second.orders.platform.deployed]);
    for (const world of [first, second]) {
      await world.until(() => world.orderRepository.unsettledOf(world.service.raw).length === 0);
    }
    expect(await messagesTo(first)).toHaveLength(1);
    const later = await open({ embedded, nodeSecret });
    await later.orders.platform.deployed;
    expect(await messagesTo(later)).toHaveLength(1);
    for (const world of worlds.splice(0)) await world.stop();
    await embedded.close();
  });

  it('says which successor its owner named, keeps working, and is not asked to forget it', async () => {
    const successor = `0:${'8'.repeat(64)}`;
    const texts = { name: 'Sea', description: '', successor };
    const world = await open({ platformMetadata: () => ({ texts }) });
    const reason = 'orders.successorMissing';
    await world.until(() => world.orders.platform.message?.reason === reason);
    expect(world.orders.platform.state).toBe('deployed');
    expect(world.orders.platform.check()).toBeUndefined();
    texts.name = 'Lake';
    await expect(world.orders.platform.draft()).rejects.toMatchObject({
      text: message('orders.platformUpToDate'),
    });
  });

  it('is looked for anew when the chain is replaced, whatever was being read of the former one', async () => {
    const embedded = openChain(temporaryFolder());
    const other = await open({ embedded });
    await other.orders.platform.deployed;
    const address = other.platform.address;
    let isGone = false;
    let held: (() => void) | undefined;
    let isHolding = false;
    const world = await open({
      embedded,
      adopted: { address, source: 'node.example' },
      onChain: (chain) => ({
        ...{ getTransactions: chain.getTransactions, runMethod: chain.runMethod, sendFile: chain.sendFile },
        getContractState: async (of) => {
          const found = await chain.getContractState(of);
          if (isGone) return { ...found, state: 'uninitialized', code: null, data: null };
          if (isHolding) await new Promise<void>((resolve) => (held = resolve));
          return found;
        },
      }),
    });
    await world.orders.platform.deployed;
    isHolding = true;
    world.orders.platform.recheck();
    await world.until(() => held);
    isGone = true;
    world.orders.platform.recheck();
    held?.();
    await world.until(() => world.orders.platform.state === 'missing');
    expect(world.orders.platform.message?.reason).toBe('orders.platformOfHostNotThere');
    for (const each of worlds.splice(0)) await each.stop();
    await embedded.close();
  });

  it('is not deployed for a foreign address', async () => {
    const world = await open({ adopted: { address: `0:${'6'.repeat(64)}`, source: 'node.example' } });
    await world.until(() => world.orders.platform.state === 'missing');
    expect(world.orders.platform.message).toEqual(
      message('orders.platformOfHostNotThere', { host: expect.stringContaining('node.example') }),
    );
    expect(await world.balance(world.service.raw)).toBe(0n);
  });

  it.each(['node.example', 'configured'])(
    'is not followed when it is an ordinary wallet, and receives no payment: %s',
    async (source) => {
      const embedded = openChain(temporaryFolder());
      const other = await open({ embedded });
      await other.orders.platform.deployed;
      const world = await open({
        embedded,
        adopted: { address: other.service.raw, source },
        limits: () => ({
          sponsor_registrations: true,
          sponsor_daily_limit: `${ton}`,
          token_daily_limit: `${ton}`,
        }),
        walletOf: () => `0:${'7'.repeat(64)}`,
      });
      world.store('a');
      for (const { raw } of [world.service, world.practice]) await embedded.faucet(raw, 10n * ton);
      const balances = () =>
        Promise.all([other.service, world.service, world.practice].map(({ raw }) => world.balance(raw)));
      const before = await balances();

      await world.until(() => world.orders.platform.state === 'missing');
      expect(world.orders.platform.message).toEqual(message('orders.platformUnknown'));
      const refusal = { code: 'chain_unavailable', text: message('orders.platformUnknown') };
      for (const pay_with of ['practice_wallet', 'service_wallet'] as const) {
        const order = registration('a', { pay_with });
        await expect(world.orderService.quote(order)).rejects.toMatchObject(refusal);
        await expect(world.orderService.place(order)).rejects.toMatchObject(refusal);
      }
      await expect(world.web.newContent(user, publication('a'))).rejects.toMatchObject(refusal);
      world.orders.wake();
      await world.indexed();
      expect(world.orderRepository.unsettledOf(world.service.raw)).toEqual([]);
      expect(await balances()).toEqual(before);
      for (const each of worlds.splice(0)) await each.stop();
      await embedded.close();
    },
  );

  it('is followed by another node that takes it over, which buys there', async () => {
    const embedded = openChain(temporaryFolder());
    const author = await open({ embedded });
    await author.orders.platform.deployed;
    author.store('a');
    const { query_id } = await author.orderService.place(registration('a', { pay_with: 'service_wallet' }));
    const { contentAddress } = await author.settled(query_id);
    const reader = await open({
      embedded,
      adopted: { address: author.platform.address, source: 'author.example' },
    });
    await reader.orders.platform.deployed;
    const content_address = contentAddress ?? '';
    await reader.until(() => reader.market.byAddress(content_address));
    const before = await author.balance(author.service.raw);
    const bought = await reader.orderService.place({
      kind: 'purchase',
      pay_with: 'practice_wallet',
      content_address,
      licence: 'listen',
    });
    expect((await reader.settled(bought.query_id)).state).toBe('confirmed');
    // The recipient pays the chain's fee for it, and about a nanogram of rent.
    const earned = (await author.balance(author.service.raw)) - before;
    expect(earned).toBeGreaterThan(ton - 1_000_000n);
    expect(earned).toBeLessThanOrEqual(ton);
    for (const world of worlds.splice(0)) await world.stop();
    await embedded.close();
  });
});

describe('the platform that a node follows', () => {
  const own = `0:${'1'.repeat(64)}`;
  const theirs = `0:${'2'.repeat(64)}`;
  const adopted = { address: Address.parse(theirs).toString(), host: 'node.example' };

  it.each([
    ['its own without any other', { configured: undefined, adopted: undefined }, own, 'own'],
    ['that of a public node before its own', { configured: undefined, adopted }, theirs, 'node.example'],
    [
      'the configured one before all',
      { configured: `0:${'3'.repeat(64)}`, adopted },
      `0:${'3'.repeat(64)}`,
      'configured',
    ],
    [
      'its own when the other is invalid',
      { configured: undefined, adopted: { address: 'x', host: 'h' } },
      own,
      'own',
    ],
  ])('is %s', (_, choice, address, source) => {
    expect(choosePlatform({ ...choice, own })).toEqual({ address, source });
  });
});
