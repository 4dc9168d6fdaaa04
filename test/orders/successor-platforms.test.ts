import { Address, contractAddress } from '@ton/core';
import { afterEach, expect, it } from 'vitest';
import type { RawAddress } from '../../src/core/ton/ton-address.ts';
import { deployAmount } from '../../src/features/chain/contracts/amounts.ts';
import { topUp } from '../../src/features/chain/contracts/messages.ts';
import { contentAddress, platformState } from '../../src/features/chain/contracts/state-inits.ts';
import { ChainPlatformRepository } from '../../src/features/chain/index.ts';
import type { ChainHere } from '../chain/embedded/chain-in-this-thread.ts';
import { testWallet } from '../chain/embedded/test-wallet.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { longIt } from '../support/random-runs.ts';
import {
  type OrderWorld,
  openChain,
  openOrderWorld,
  registration,
  sha256Of,
  ton,
  type WorldOptions,
} from './support/order-world.ts';

const chains: ChainHere[] = [];
const worlds: OrderWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
  for (const chain of chains.splice(0)) await chain.close();
});

async function open(options: WorldOptions): Promise<OrderWorld> {
  const world = await openOrderWorld(options);
  worlds.push(world);
  await world.orders.platform.deployed;
  return world;
}

function openedChain(): ChainHere {
  const chain = openChain(temporaryFolder());
  chains.push(chain);
  return chain;
}

/** Deploys another platform of the fee wallet; anybody can pay for it. */
async function deployAnother(world: OrderWorld): Promise<RawAddress> {
  const stranger = testWallet(world.ton, 'a stranger');
  await world.embedded.faucet(stranger.address.toRawString(), ton);
  const init = platformState(world.service.address, 1);
  const address = contractAddress(0, init);
  await stranger.send(address, deployAmount, topUp({ queryId: 1n }), init);
  await expect.poll(async () => (await world.ton.getContractState(address)).state).toBe('active');
  return address.toRawString();
}

async function done(world: OrderWorld, request: Parameters<OrderWorld['orderService']['place']>[0]) {
  const { query_id } = await world.orderService.place(request);
  expect((await world.settled(query_id)).state).toBe('confirmed');
}

async function publish(world: OrderWorld, text: string): Promise<RawAddress> {
  world.store(text);
  await done(world, registration(text));
  return world.market.byFile(sha256Of(text))?.address ?? '';
}

/** Buys a resellable licence of a content, offers it, and buys it back. */
async function trade(world: OrderWorld, content_address: RawAddress): Promise<void> {
  await done(world, { kind: 'purchase', pay_with: 'service_wallet', content_address, licence: 'resale' });
  const content = world.market.byAddress(content_address);
  if (!content) throw new Error('There is no such content.');
  const [licence] = world.market.licencesOf(content, world.service.raw);
  const licence_address = licence?.address ?? '';
  await done(world, { kind: 'offer', pay_with: 'service_wallet', licence_address, price: `${3n * ton}` });
  await done(world, {
    kind: 'buy_offer',
    pay_with: 'practice_wallet',
    licence_address,
    price: `${3n * ton}`,
  });
  expect(world.market.licencesOf(content, world.practice.raw)).toMatchObject([{ address: licence_address }]);
}

/** A node whose platform has a content and names a successor. */
async function succeeded(options: WorldOptions) {
  const texts: { name: string; description: string; successor?: string } = { name: 'Sea', description: '' };
  const world = await open({ ...options, platformMetadata: () => ({ texts }) });
  const old = await publish(world, 'old');
  const successor = await deployAnother(world);
  texts.successor = Address.parseRaw(successor).toString();
  await done(world, { kind: 'platform', pay_with: 'service_wallet' });
  world.orders.platform.recheck();
  await world.until(() => world.indexer.newest() === successor);
  return { world, old, successor };
}

it('reads a successor that another replica found, so that its events are known here, too', async () => {
  const world = await open({});
  const successor = await deployAnother(world);
  await new ChainPlatformRepository(world.db).addSuccessor(world.indexer.platformId, successor);
  // As when this replica leads from now on.
  world.indexer.poke();
  expect(world.indexer.platforms()).toEqual([world.platform.address, successor]);
  await world.indexer.follow([successor]);
  expect(world.indexer.platforms()).toEqual([world.platform.address, successor]);
  await world.until(() => world.indexer.newest() === successor);
});

it('registers in the successor, and buys and resells in both platforms, also after a restart', async () => {
  const [folder, embedded] = [temporaryFolder(), openedChain()];
  const { world, old, successor } = await succeeded({ folder, embedded });
  const followed = world.platform.address;
  expect(world.indexer.platforms()).toEqual([followed, successor]);

  const first = await publish(world, 'new');
  expect(world.market.byAddress(first)).toMatchObject({ index: 0, address: contentAddress(successor, 0) });
  expect(world.market.byAddress(old)).toMatchObject({ index: 0, address: contentAddress(followed, 0) });
  for (const content of [old, first]) await trade(world, content);
  expect(world.indexer.state().status).toBe('ok');

  const { nodeSecret } = world;
  for (const opened of worlds.splice(0)) await opened.stop();
  const again = await open({ folder, embedded, nodeSecret });
  await again.until(() => again.indexer.newest() === successor);
  expect(again.market.byAddress(first)?.title).toBe('Song new');
  await trade(again, await publish(again, 'later'));

  // The owner names it no longer: what was sold there stays valid.
  again.indexer.follow([]);
  expect(again.indexer.newest()).toBe(followed);
  expect(await publish(again, 'last')).toBe(contentAddress(followed, 1));
  await done(again, {
    kind: 'terms',
    pay_with: 'practice_wallet',
    content_address: first,
    ...{ price: '0', resale_price: '0', allow_resale: false, withdrawn: true },
  });
});

it('lets the content of the older platform count if both have one with the same file', async () => {
  const { world, old } = await succeeded({ embedded: openedChain() });
  world.db.exec('DELETE FROM intents');
  const copy = await publish(world, 'old');
  expect(copy).toBe(old);
  await world.until(() => world.market.byAddress(contentAddress(world.indexer.newest(), 0)));
});

longIt('forgets successors and their contents when the chain is replaced', async () => {
  const folder = temporaryFolder();
  const { world, successor } = await succeeded({ folder, embedded: openedChain() });
  const lost = await publish(world, 'new');
  const { nodeSecret } = world;
  for (const opened of worlds.splice(0)) await opened.stop();

  const another = await open({ folder, nodeSecret, embedded: openedChain() });
  await another.until(() => another.indexer.platforms().length === 1);
  expect(another.market.byAddress(lost)).toBeUndefined();
  await deployAnother(another);
  another.indexer.follow([successor]);
  await another.until(() => another.indexer.newest() === successor);
  expect(await publish(another, 'anew')).toBe(contentAddress(successor, 0));
});

longIt('ignores more successors than it can poll', async () => {
  const { world } = await succeeded({ embedded: openedChain() });
  world.indexer.follow(Array.from('1234567890abcdef', (digit) => `0:${digit.repeat(64)}`));
  expect(world.indexer.platforms()).toHaveLength(9);
});
