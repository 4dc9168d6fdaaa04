import { Address, type Cell } from '@ton/core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../../src/core/caller.ts';
import type { RawAddress } from '../../src/core/ton/ton-address.ts';
import { purchaseAmount } from '../../src/features/chain/contracts/amounts.ts';
import { purchaseLicence } from '../../src/features/chain/contracts/messages.ts';
import { testWallet } from '../chain/embedded/test-wallet.ts';
import { type OrderWorld, openOrderWorld, registration, sha256Of, ton } from './support/order-world.ts';

/** Licences that the index found, and whether the owner of the node ordered them. */
let areOrdered: boolean[] = [];
let world: OrderWorld;
let one: string;
let other: string;
beforeAll(async () => {
  world = await openOrderWorld({
    onEvent: (event, isOwners) => {
      if (event.type === 'licence_issued') areOrdered.push(isOwners);
    },
  });
  await world.orders.platform.deployed;
  [one, other] = [await published('one'), await published('other')];
  await world.embedded.faucet(otherWallet().address.toRawString(), 1000n * ton);
});
afterAll(() => world.stop());
beforeEach(() => {
  areOrdered = [];
});

const otherWallet = () => testWallet(world.ton, 'a stranger');

async function published(text: string): Promise<string> {
  world.store(text);
  const { query_id } = await world.orderService.place(registration(text));
  await world.settled(query_id);
  return world.market.byFile(sha256Of(text))?.address ?? '';
}

const licence = (queryId: string, recipient: RawAddress): Cell =>
  purchaseLicence({
    queryId: BigInt(queryId),
    validUntil: Math.floor(Date.now() / 1000) + 250,
    ...{ maxPrice: ton, kind: 'listen', recipient, deliverTo: null },
  });
/** A stranger pays; resolves when the index has this many licences. */
async function give(content: string, body: Cell, count = 1): Promise<void> {
  await otherWallet().send(Address.parseRaw(content), purchaseAmount(ton), body);
  await world.until(() => areOrdered.length >= count);
}
const buy = (content_address: string) =>
  world.orderService.place({
    kind: 'purchase',
    pay_with: 'practice_wallet',
    content_address,
    licence: 'listen',
  });

it('links an order to its licence at once, and treats a licence without an order as unordered', async () => {
  const { query_id } = await buy(one);
  await world.until(() => areOrdered.length === 1);
  expect(areOrdered).toEqual([true]);
  // The same event again under the same number is a gift.
  await give(one, licence(query_id, world.practice.raw), 2);
  expect(areOrdered).toEqual([true, false]);
  await give(one, licence('77', world.practice.raw), 3);
  expect(areOrdered[2]).toBe(false);
});

it('does not link an open order to a licence of another content or for another wallet', async () => {
  const service = await world.orderService.place({
    ...{ kind: 'purchase', pay_with: 'service_wallet', content_address: other, licence: 'listen' },
  });
  await world.until(() => areOrdered.length === 1);
  areOrdered = [];
  await give(one, licence(service.query_id, world.service.raw));
  await give(other, licence(service.query_id, world.practice.raw), 2);
  expect(areOrdered).toEqual([false, false]);
});

it('does not link orders of visitors to the owner of the node, whatever recipient they name', async () => {
  const visitor = {
    ...{
      user: 'visitor',
      scopes: new Set(),
      principal: 'user:visitor',
      name: 'visitor',
      sessionId: 'visitor',
    },
  } as Caller;
  const { query_id } = await world.web.purchase(visitor, {
    ...{ content_address: other, license_type: 'listen' },
  });
  await give(other, licence(query_id ?? '', world.service.raw));
  expect((await world.settled(query_id ?? '')).state).toBe('confirmed');
  expect(areOrdered).toEqual([false]);
});
