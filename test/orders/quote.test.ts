import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderRequest } from '../../src/contract/dashboard-api/orders.ts';
import { type OrderWorld, openOrderWorld, registration, sha256Of, ton } from './support/order-world.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({
    hasFaucet: false,
    onStart: async ({ embedded, service }) => embedded.faucet(service.raw, 20n * ton),
  });
  await world.orders.platform.deployed;
});
afterAll(() => world.stop());

const longText = Array.from({ length: 900 }, (_, index) => `word ${index}`)
  .join(' ')
  .slice(0, 5000);

/** Places the order; at most the quoted amount leaves the wallet, price included. */
async function order(request: OrderRequest) {
  const wallet = world[request.pay_with === 'service_wallet' ? 'service' : 'practice'].raw;
  const quote = await world.orderService.quote(request);
  const before = await world.balance(wallet);
  const { query_id } = await world.orderService.place(request);
  const placed = await world.settled(query_id);
  expect(placed.state).toBe('confirmed');
  const spent = before - (await world.balance(wallet));
  expect(spent, request.kind).toBeLessThanOrEqual(BigInt(quote.most));
  return { spent, max: BigInt(quote.most), deposit: BigInt(quote.deposit), order: placed };
}

describe('the maximum cost before an order', () => {
  it('is shown for everything that can be ordered', async () => {
    await world.embedded.faucet(world.practice.raw, 30n * ton);
    world.store('a');
    const service = { pay_with: 'service_wallet' } as const;
    const practice = { pay_with: 'practice_wallet' } as const;
    const registered = await order(registration('a', service));
    const content_address = world.market.byFile(sha256Of('a'))?.address ?? '';
    // The content then has the quoted deposit, and nothing of it was returned.
    expect(await world.balance(content_address)).toBeGreaterThanOrEqual(registered.deposit);
    expect(registered).toMatchObject({ deposit: 100_000_000n });
    expect(registered.spent).toBeGreaterThan(registered.deposit);

    const bought = await order({ kind: 'purchase', ...practice, content_address, licence: 'resale' });
    const content = world.market.byAddress(content_address);
    const [licence] = content ? world.market.licencesOf(content, world.practice.raw) : [];
    const licence_address = licence?.address ?? '';
    expect(await world.balance(licence_address)).toBeGreaterThanOrEqual(bought.deposit);
    expect(bought).toMatchObject({ deposit: 10_000_000n });
    expect(bought.spent).toBeGreaterThan(2n * ton + bought.deposit);

    await order({ kind: 'offer', ...practice, licence_address, price: (3n * ton).toString() });
    await order({ kind: 'buy_offer', ...service, licence_address, price: (3n * ton).toString() });
    await order({ kind: 'transfer', ...service, licence_address, to: world.practice.raw });
    const terms = { price: '0', resale_price: '0', allow_resale: false, withdrawn: true };
    await order({ kind: 'terms', ...service, content_address, ...terms });

    const to = `0:${'5'.repeat(64)}`;
    const part = await order({ kind: 'withdraw', ...practice, to, amount: ton.toString(), comment: 'x' });
    expect(part.spent).toBeGreaterThan(ton);
    const balance = await world.balance(world.practice.raw);
    const all = await order({ kind: 'withdraw', ...practice, to, amount: balance.toString(), comment: '' });
    expect(all).toMatchObject({ max: balance, spent: balance });
  });

  it('is higher for a long description', async () => {
    world.store('b');
    const [short, long] = await Promise.all([
      world.orderService.quote(registration('b', { pay_with: 'service_wallet' })),
      world.orderService.quote(registration('b', { pay_with: 'service_wallet', description: longText })),
    ]);
    expect(BigInt(long.deposit)).toBeGreaterThan(BigInt(short.deposit));
    expect(BigInt(long.most) - BigInt(short.most)).toBeGreaterThan(
      BigInt(long.deposit) - BigInt(short.deposit),
    );
    await order(registration('b', { pay_with: 'service_wallet', description: longText }));
  });

  it('is replaced by the reason if the order is impossible, and nothing is stored', async () => {
    const written = () => world.orderService.page(undefined, 100).items.length;
    const before = written();
    const quote = (request: object) => world.orderService.quote(request as OrderRequest);
    await expect(quote(registration('c'))).rejects.toMatchObject({ code: 'content_not_found' });
    await expect(quote(registration('a', { pay_with: 'wallet' }))).rejects.toMatchObject({
      code: 'wallet_required',
    });
    world.store('d');
    await quote(registration('d'));
    expect(written()).toBe(before);
  });
});

it('contains the missing amount in GRAM for people and in nanograms for programs', async () => {
  world.store('poor');
  await world.embedded.faucet(world.practice.raw, 50_000_000n);
  const { most } = await world.orderService.quote(registration('poor'));
  const balance = await world.balance(world.practice.raw);
  await expect(world.orderService.place(registration('poor'))).rejects.toMatchObject({
    code: 'insufficient_balance',
    message: expect.stringMatching(
      /^The wallet has 0\.0[45]\d? GRAM, but this needs 0\.1\d{1,2} GRAM, including network fees\./,
    ),
    details: { members: { balance: balance.toString(), promised: '0', needed: most } },
  });
});
