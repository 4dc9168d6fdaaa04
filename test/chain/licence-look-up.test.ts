import { Address, beginCell } from '@ton/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { licenceAddress } from '../../src/features/chain/contracts/state-inits.ts';
import { lookUpLicenceOwner } from '../../src/features/chain/licence-look-up.ts';
import { type OrderWorld, openOrderWorld, registration, sha256Of } from '../orders/support/order-world.ts';

let world: OrderWorld;
let content: string;
let licence: string;

beforeAll(async () => {
  world = await openOrderWorld();
  await world.orders.platform.deployed;
  world.store('a');
  const registered = await world.orderService.place(registration('a'));
  await world.settled(registered.query_id);
  content = world.market.byFile(sha256Of('a'))?.address ?? '';
  const bought = await world.orderService.place({
    ...{ kind: 'purchase', pay_with: 'service_wallet', content_address: content, licence: 'listen' },
  });
  await world.settled(bought.query_id);
  licence = licenceAddress(content, 0);
});
afterAll(() => world.stop());

test('reads the owner of a licence from its contract, and only from the computed address', async () => {
  const ownerOf = (of: string, address: string) => lookUpLicenceOwner({ chain: world.ton }, of, address);
  expect(await ownerOf(content, licence)).toBe(world.service.raw);
  for (const [of, address] of [
    [content, licenceAddress(content, 1)],
    [content, content],
    [content, world.service.raw],
    [world.platform.address, licence],
    // A content is an item of its platform and no licence.
    [world.platform.address, content],
  ] as const) {
    expect(await ownerOf(of, address)).toBeUndefined();
  }
});

test('rejects a contract at another address that answers like a licence', async () => {
  const stack = [
    { type: 'int', value: -1n },
    { type: 'int', value: 0n },
    { type: 'slice', cell: beginCell().storeAddress(Address.parseRaw(content)).endCell() },
    { type: 'slice', cell: beginCell().storeAddress(world.practice.address).endCell() },
  ];
  const { TupleReader } = await import('@ton/core');
  const forged = {
    runMethod: async () => ({ gas_used: 0, stack: new TupleReader(stack as never) }),
  };
  expect(await lookUpLicenceOwner({ chain: forged }, content, `0:${'7'.repeat(64)}`)).toBeUndefined();
  // A service with false answers does not suffice if a second one must confirm them.
  expect(await lookUpLicenceOwner({ chain: forged }, content, licence)).toBe(world.practice.raw);
  expect(await lookUpLicenceOwner({ chain: forged, second: world.ton }, content, licence)).toBeUndefined();
  expect(await lookUpLicenceOwner({ chain: world.ton, second: forged }, content, licence)).toBeUndefined();
  const agreed = { chain: world.ton, second: world.ton };
  expect(await lookUpLicenceOwner(agreed, content, licence)).toBe(world.service.raw);
});
