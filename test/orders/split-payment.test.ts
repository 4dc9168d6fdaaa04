import { Address, type Transaction } from '@ton/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OrderWorld, openOrderWorld, registration, ton } from './support/order-world.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
  await world.orders.platform.deployed;
});
afterAll(() => world.stop());

const person = (digit: string): string => `0:${digit.repeat(64)}`;

/** The income from the messages of one order, in nanograms. */
async function received(address: string, contract: string): Promise<bigint[]> {
  const transactions = await world.ton.getTransactions(Address.parse(address), { limit: 20 });
  const sums = transactions.map(({ inMessage }) =>
    inMessage?.info.type === 'internal' && inMessage.info.src.toRawString() === contract
      ? inMessage.info.value.coins
      : 0n,
  );
  return sums.filter((value) => value > 0n);
}

/** Everything that a wallet pays for one of its own transactions, and its change. */
const spentBy = (transactions: Transaction[]): bigint =>
  transactions.reduce((sum, { totalFees, inMessage, outMessages }) => {
    const came = inMessage?.info.type === 'internal' ? inMessage.info.value.coins : 0n;
    const went = [...outMessages.values()].reduce(
      (out, { info }) => out + (info.type === 'internal' ? info.value.coins + info.forwardFee : 0n),
      0n,
    );
    return sum + totalFees.coins + went - came;
  }, 0n);

it('pays each author the exact share of a sale and the owner the rest, for the quoted amount', async () => {
  world.store('a');
  const price = 1_234_567_891n;
  const royalties = [
    { address: person('a'), value: 3333 },
    { address: person('b'), value: 1 },
  ];
  const made = await world.orderService.place(
    registration('a', { pay_with: 'service_wallet', price: price.toString(), royalties }),
  );
  const content_address = (await world.settled(made.query_id)).contentAddress ?? '';
  await world.embedded.faucet(world.practice.raw, 50n * ton);
  const before = await world.balance(world.practice.raw);
  const bought = await world.orderService.place({
    kind: 'purchase',
    pay_with: 'practice_wallet',
    content_address,
    licence: 'listen',
  });
  expect((await world.settled(bought.query_id)).state).toBe('confirmed');

  const shares = [(price * 3333n) / 10_000n, price / 10_000n];
  expect(await received(person('a'), content_address)).toEqual([shares[0]]);
  expect(await received(person('b'), content_address)).toEqual([shares[1]]);
  expect(await received(world.service.raw, content_address)).toEqual([
    price - (shares[0] ?? 0n) - (shares[1] ?? 0n),
  ]);

  const transactions = await world.ton.getTransactions(world.practice.address, { limit: 20 });
  const spent = before - (await world.balance(world.practice.raw));
  expect(spent).toBe(spentBy(transactions.filter(({ lt }) => lt > (transactions.at(-1)?.lt ?? 0n))));
  expect(spent).toBeGreaterThan(price);
  expect(spent).toBeLessThanOrEqual(BigInt(bought.amount) + 10_000_000n);
});

it('rejects invalid splits before anything is sent', async () => {
  world.store('b');
  const made = await world.orderService.place(
    registration('b', { pay_with: 'service_wallet', allow_resale: false }),
  );
  const content_address = (await world.settled(made.query_id)).contentAddress ?? '';
  const place = (request: object) =>
    world.orderService.place(request as Parameters<OrderWorld['orderService']['place']>[0]);
  const terms = { price: '0', resale_price: '0', allow_resale: true, withdrawn: true };
  const buy = { kind: 'purchase', pay_with: 'practice_wallet', content_address };

  const refusals = [
    [{ ...buy, licence: 'resale' }, 'not_for_sale'],
    [{ kind: 'terms', pay_with: 'practice_wallet', content_address, ...terms }, 'not_yours'],
    [
      { kind: 'offer', pay_with: 'practice_wallet', licence_address: person('c'), price: '0' },
      'content_not_found',
    ],
    [{ ...buy, licence: 'listen', pay_with: 'wallet' }, 'wallet_required'],
    [registration('b'), 'already_registered'],
    [registration('c'), 'content_not_found'],
  ] as const;
  for (const [request, code] of refusals) await expect(place(request)).rejects.toMatchObject({ code });

  const bought = await place({ ...buy, licence: 'listen' });
  await world.settled(bought.query_id);
  await expect(place({ ...buy, licence: 'listen' })).rejects.toMatchObject({ code: 'already_licensed' });
  const content = world.market.byAddress(content_address);
  const licence_address = (content && world.market.licencesOf(content, world.practice.raw)[0]?.address) ?? '';
  const own = { pay_with: 'practice_wallet', licence_address };
  await expect(place({ ...own, kind: 'offer', price: '5000000' })).rejects.toMatchObject({
    code: 'not_for_sale',
  });
  await expect(place({ ...own, kind: 'transfer', to: person('c') })).rejects.toMatchObject({
    code: 'not_for_sale',
  });
  await expect(place({ ...own, kind: 'buy_offer', price: '5000000' })).rejects.toMatchObject({
    code: 'not_for_sale',
  });

  const withdrawn = await place({ kind: 'terms', pay_with: 'service_wallet', content_address, ...terms });
  await world.settled(withdrawn.query_id);
  await expect(place({ ...buy, licence: 'listen', pay_with: 'service_wallet' })).rejects.toMatchObject({
    code: 'content_withdrawn',
  });
  const orders = world.orderService.page(undefined, 100).items;
  expect(orders.filter(({ state }) => state === 'open')).toEqual([]);
  const first = world.orderService.page(undefined, 1);
  expect(first.items).toEqual(orders.slice(0, 1));
  expect(world.orderService.page(first.next_cursor ?? '', 100).items).toEqual(orders.slice(1));
});
