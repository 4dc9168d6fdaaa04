import { afterAll, beforeAll, expect, it } from 'vitest';
import { forwardParameter, gasParameter, readPrices } from '../../../src/features/chain/fees/chain-prices.ts';
import { sendingFees } from '../../../src/features/chain/fees/sending-fees.ts';
import { type OrderWorld, openOrderWorld, registration, ton } from '../../orders/support/order-world.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
  await world.orders.platform.deployed;
});
afterAll(() => world.stop());

it.each([
  ['a short description', 'By the sea'],
  [
    'the longest',
    Array.from({ length: 900 }, (_, index) => `word ${index}`)
      .join(' ')
      .slice(0, 5000),
  ],
])('a wallet needs at most the stated amount to register with %s', async (text, description) => {
  world.store(text);
  await world.embedded.faucet(world.practice.raw, 5n * ton);
  const { query_id } = await world.orderService.place(registration(text, { description }));
  const { message, seqno } = await world.settled(query_id);
  const transactions = await world.ton.getTransactions(world.practice.address, { limit: 20 });
  const sent = transactions.find(({ inMessage }) => inMessage?.info.type === 'external-in');
  const [out] = [...(sent?.outMessages.values() ?? [])];
  const forwarding = out?.info.type === 'internal' ? out.info.forwardFee : 0n;
  const paid = (sent?.totalFees.coins ?? 0n) + forwarding;
  const gas = await world.configParameter(gasParameter);
  const forward = await world.configParameter(forwardParameter);
  const said = sendingFees(message, readPrices(gas, forward));
  expect(paid).toBeLessThanOrEqual(said);
  // The wallet's own code comes with its first message.
  if (seqno !== 0) expect(said - paid).toBeLessThan(15_000_000n);
});
