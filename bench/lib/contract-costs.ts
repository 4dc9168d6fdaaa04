import type { Cell } from '@ton/core';
import type { RawAddress } from '../../src/core/ton/ton-address.ts';
import {
  contentDeposit,
  licenceDeposit,
  platformDeposit,
} from '../../src/features/chain/contracts/amounts.ts';
import { countCells } from '../../src/features/chain/contracts/cell-count.ts';
import {
  buyLicence,
  destroyLicence,
  offerLicence,
  purchaseLicence,
  registerContent,
  setContentTerms,
  transferItem,
} from '../../src/features/chain/contracts/messages.ts';
import { licenceAddress } from '../../src/features/chain/contracts/state-inits.ts';
import { type Market, openMarket, soon } from '../../test/chain/contracts/support/market.ts';
import { author, buyer, person, third } from '../../test/chain/contracts/support/people.ts';
import { sampleParams, ton } from '../../test/chain/contracts/support/samples.ts';

/** The cost of one message. */
interface Cost {
  what: string;
  /** The smallest amount that the contracts accept, besides the price. */
  min: bigint;
  /** Gas of the contract that received it. */
  gas: bigint;
  /** The amount that was not returned to the sender, besides the price. */
  spent: bigint;
}

interface Rent {
  contract: string;
  cells: bigint;
  bits: bigint;
  /** Rent per year in nanograms. */
  yearly: bigint;
  deposit: bigint;
}

const query = { queryId: 1n, validUntil: soon };
const secondsOfYear = 31_557_600n;

async function cost(
  market: Market,
  what: string,
  {
    from,
    to,
    amount,
    price = 0n,
    body,
  }: { from: RawAddress; to: RawAddress; amount: bigint; price?: bigint; body?: Cell },
): Promise<Cost> {
  const had = await market.balance(from);
  const [first] = await market.send({ from, to, value: amount, ...(body && { body }) });
  if (
    first?.description.type !== 'generic' ||
    first.description.computePhase.type !== 'vm' ||
    first.description.aborted
  )
    throw new Error(`${what} failed`);
  const returned = (await market.balance(from)) - had;
  return {
    what,
    min: amount - price,
    gas: first.description.computePhase.gasUsed,
    spent: amount - price - returned,
  };
}

/** Registers, buys and resells a content with `count` royalties. */
async function costsWithShares(market: Market, count: number): Promise<Cost[]> {
  const royalties = Array.from({ length: count }, (_, index) => ({ to: person(`${index}`), share: 1000 }));
  const params = sampleParams({ royalties });
  const sale = 10n * ton;
  const content = await market.register(author, { royalties });
  const licence = await market.buy(buyer, content, 'resale');
  const fees = await market.fees(count, countCells(params.metadata));
  await market.send({
    from: buyer,
    to: licence,
    value: fees.action,
    body: offerLicence({ ...query, price: sale }),
  });
  const named = (what: string) => `${what}, ${count} shares`;
  return [
    await cost(market, named('`register_content`'), {
      from: author,
      to: market.platform,
      amount: fees.register,
      body: registerContent({ ...query, owner: null, params }),
    }),
    await cost(market, named('`purchase_licence`'), {
      from: third,
      to: content,
      amount: ton + fees.purchase,
      price: ton,
      body: purchaseLicence({ ...query, maxPrice: ton, kind: 'listen', recipient: null, deliverTo: null }),
    }),
    await cost(market, named('`buy_licence`'), {
      from: third,
      to: licence,
      amount: sale + fees.resale,
      price: sale,
      body: buyLicence({ ...query, maxPrice: sale, deliverTo: null }),
    }),
  ];
}

/** Returns the cost of each message at today’s prices. */
export async function contractCosts(): Promise<Cost[]> {
  const market = await openMarket();
  const costs: Cost[] = [];
  for (const count of [0, 3, 10]) costs.push(...(await costsWithShares(market, count)));
  costs.sort((a, b) => a.what.split(',')[0]?.localeCompare(b.what.split(',')[0] ?? '') ?? 0);
  const content = await market.register(author);
  const licence = await market.buy(buyer, content, 'resale');
  const { action } = await market.fees(0);
  const terms = { price: ton, resalePrice: ton, allowResale: true, withdrawn: false };
  for (const [what, from, to, body] of [
    ['`set_content_terms`', author, content, setContentTerms({ ...query, ...terms })],
    ['`offer_licence`', buyer, licence, offerLicence({ ...query, price: ton })],
    ['`transfer` of a licence', buyer, licence, transferItem({ ...query, newOwner: third, changeTo: buyer })],
    [
      '`transfer` of a content',
      author,
      content,
      transferItem({ ...query, newOwner: third, changeTo: author }),
    ],
    ['`destroy_licence`', third, licence, destroyLicence(query)],
  ] as const)
    costs.push(await cost(market, what, { from, to, amount: action, body }));
  return costs;
}

/** Returns the rent of the contracts of a typical content. */
export async function contractRents(): Promise<Rent[]> {
  const market = await openMarket();
  const royalties = [1, 2, 3].map((index) => ({ to: person(`${index}`), share: 1000 }));
  const content = await market.register(author, { royalties });
  await market.buy(buyer, content, 'listen');
  const rents: Rent[] = [];
  for (const [contract, address, deposit] of [
    ['platform', market.platform, platformDeposit],
    ['content', content, contentDeposit],
    ['licence', licenceAddress(content, 0), licenceDeposit],
  ] as const) {
    const { cells, bits } = await market.storage(address);
    // ConfigParam 18: 135 for a cell and nothing for a bit, in 2^-16 nanograms a second.
    rents.push({ contract, cells, bits, deposit, yearly: (135n * cells * secondsOfYear) >> 16n });
  }
  return rents;
}
