import type { OrderRequest } from '../../src/contract/dashboard-api/orders.ts';
import { depositOf, licenceDeposit, platformDeposit } from '../../src/features/chain/contracts/amounts.ts';
import { type OrderWorld, openOrderWorld, registration, ton } from '../../test/orders/support/order-world.ts';

/** The cost of an order for the wallet that paid it, in nanograms, besides the price. */
interface OrderCost {
  what: string;
  payer: string;
  attached: bigint;
  spent: bigint;
  /** The part of the spent amount that pays the rent of the new contract. */
  deposit: bigint;
}

const song = 'a';
const texts = { name: 'Sea Records', description: 'Songs by the sea, and what is written about them.' };
const price = 5n * ton;

/**
 * Returns the costs of the first orders of a node, with real wallets, contracts and virtual machine at today's prices.
 */
export async function goingLiveCosts(): Promise<{ costs: OrderCost[]; received: bigint }> {
  const world = await openOrderWorld({
    hasFaucet: false,
    platformMetadata: () => ({ texts }),
    onStart: ({ embedded, service }) => embedded.faucet(service.raw, 10n * ton),
  });
  try {
    return await measure(world);
  } finally {
    await world.stop();
  }
}

async function measure(world: OrderWorld) {
  await world.orders.platform.deployed;
  const costs: OrderCost[] = [];
  const cost = async (
    what: string,
    payer: string,
    deposit: bigint,
    balanceBefore: bigint,
    wallet: string,
  ) => {
    const last = world.db.prepare('SELECT amount, fees, price, kind FROM intents ORDER BY id DESC LIMIT 1');
    const row = last.safeIntegers().get() as { amount: bigint; fees: bigint; price: bigint; kind: string };
    const paid = row.kind === 'purchase' ? row.price : 0n;
    const spent = balanceBefore - (await world.balance(wallet)) - paid;
    costs.push({ what, payer, attached: row.amount + row.fees - paid, spent, deposit });
  };
  const order = async (what: string, payer: string, deposit: bigint, request: OrderRequest) => {
    const wallet = request.pay_with === 'service_wallet' ? world.service.raw : world.practice.raw;
    const before = await world.balance(wallet);
    const { query_id } = await world.orderService.place(request);
    const { state, contentAddress } = await world.settled(query_id);
    if (state !== 'confirmed') throw new Error(`${what} was not confirmed`);
    await cost(what, payer, deposit, before, wallet);
    return contentAddress ?? '';
  };

  const [fee, own] = ['the fee wallet', 'the wallet of the owner'];
  await cost('platform, once', fee, platformDeposit, 10n * ton, world.service.raw);
  world.store(song);
  const split = ['1', '2'].map((digit) => ({ address: `0:${digit.repeat(64)}`, value: 1000 }));
  const asked = registration(song, { pay_with: 'service_wallet', price: price.toString(), royalties: split });
  const content_address = await order('registering a file', `${fee} or yours`, depositOf(32), asked);
  const terms = { resale_price: '0', allow_resale: false, withdrawn: false, price: price.toString() };
  await order('new price', own, 0n, { kind: 'terms', pay_with: 'service_wallet', content_address, ...terms });
  // The first message of a wallet also deploys it.
  await world.embedded.faucet(world.practice.raw, 20n * ton);
  const before = await world.balance(world.service.raw);
  const buy = { kind: 'purchase', pay_with: 'practice_wallet', content_address, licence: 'listen' } as const;
  await order('purchase, besides the price', 'the buyer', licenceDeposit, buy);
  return { costs, received: (await world.balance(world.service.raw)) - before };
}

const inGram = (nanograms: bigint): string => (Number(nanograms) / 1e9).toFixed(4);

/** Returns the table of docs/going-live.md, without the lines around it. */
export async function goingLiveTable(): Promise<string> {
  const { costs, received } = await goingLiveCosts();
  return [
    '| what | attached, GRAM | spent | of it for rent | who pays |',
    '|---|---|---|---|---|',
    ...costs.map(
      ({ what, payer, attached, spent, deposit }) =>
        `| ${what} | ${inGram(attached)} | ${inGram(spent)} | ${inGram(deposit)} | ${payer} |`,
    ),
    '',
    `A sale costs the seller only the fee of an incoming message: of 5 GRAM, less 20 % for two others, ${inGram(received)} GRAM arrived.`,
  ].join('\n');
}
