import { Address, beginCell, Cell } from '@ton/core';
import { createShardAccount } from '@ton/sandbox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAmount } from '../../../../src/contract/revenue-split.ts';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import { resaleRoyaltyOf } from '../../../../src/features/chain/contracts/amounts.ts';
import { codes } from '../../../../src/features/chain/contracts/codes.ts';
import { buyLicence, offerLicence } from '../../../../src/features/chain/contracts/messages.ts';
import { operations } from '../../../../src/features/chain/contracts/operations.ts';
import { contentAddress } from '../../../../src/features/chain/contracts/state-inits.ts';
import { randomRuns } from '../../../support/random-runs.ts';
import { type Market, openMarket, soon } from '../support/market.ts';
import { author, buyer, person, stranger, third } from '../support/people.ts';
import { sampleParams, ton } from '../support/samples.ts';
import { at, failed, feesOf } from '../support/transactions.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const query = { queryId: 1n, validUntil: soon };
const priceLists = ['former', 'double', 'live'] as const;
const some = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ to: person(`${n}`), share: 999 - n }));

const payRoyalty = (amount: bigint, changeTo: RawAddress): Cell =>
  beginCell()
    .storeUint(0x1f867177, 32)
    .storeUint(7, 64)
    .storeCoins(amount)
    .storeAddress(Address.parseRaw(changeTo))
    .endCell();

/** The shares that a content sent. */
const sharesOf = (transactions: Awaited<ReturnType<Market['send']>>, content: RawAddress): bigint[] =>
  at(transactions, content).flatMap(({ outMessages }) =>
    outMessages.values().flatMap(({ info, body }) => {
      if (info.type !== 'internal' || body.beginParse().loadUint(32) !== operations.pay_share) return [];
      return [info.value.coins];
    }),
  );

describe.each(priceLists)('at %s prices', (prices) => {
  it.each([0, 3, 10])(
    'a resale royalty leaves the deposit of the content unchanged: %i shares',
    async (count) => {
      const market = await openMarket({ prices });
      const content = await market.register(author, { royalties: some(count) });
      const licence = await market.buy(buyer, content, 'resale');
      const price = 10n * ton;
      const { action, resale } = await market.fees(count);
      await market.send({ from: buyer, to: licence, value: action, body: offerLicence({ ...query, price }) });
      const had = await market.balance(content);
      const body = buyLicence({ ...query, maxPrice: price, deliverTo: null });
      const transactions = await market.send({ from: third, to: licence, value: price + resale, body });
      expect(failed(transactions)).toEqual([]);
      expect(await market.balance(content)).toBe(had);
      const shares = some(count).map(({ share }) => share);
      const split = splitAmount(resaleRoyaltyOf(price), shares);
      expect(sharesOf(transactions, content)).toEqual([...split.shares, split.owner]);
    },
  );
});

it(`a content keeps only rent of any royalty (SEED=${seed})`, async () => {
  const value = fc.oneof(
    fc.bigInt({ min: 1n, max: 60_000_000n }),
    fc.bigInt({ min: 60_000_000n, max: 5n * ton }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...priceLists),
      fc.constantFrom(...priceLists),
      fc.constantFrom(0, 1, 10),
      fc.array(fc.record({ value, amount: value, isSaid: fc.boolean() }), { minLength: 4, maxLength: 4 }),
      async (prices, later, count, royalties) => {
        const market = await openMarket({ prices });
        const content = await market.register(author, { royalties: some(count) });
        // The prices of the network change while the royalty is on its way.
        market.setPrices(later);
        for (const royalty of royalties) {
          const had = await market.balance(content);
          const body = royalty.isSaid ? payRoyalty(royalty.amount, third) : undefined;
          const sent = { from: stranger, to: content, value: royalty.value, bounce: false };
          const transactions = await market.send({ ...sent, ...(body && { body }) });
          const stays = (await market.balance(content)) - had;
          expect(stays).toBeGreaterThanOrEqual(0n);
          const [first] = at(transactions, content);
          if (first?.description.type !== 'generic') throw new Error('no transaction');
          const { computePhase, actionPhase } = first.description;
          const isRun = computePhase.type === 'vm' && computePhase.success;
          if (isRun) expect(actionPhase?.success).toBe(true);
          // Without a body, an amount that does not cover the split goes to the rent; otherwise only gas may
          // be missing.
          const { resale } = await market.fees(count);
          if (royalty.value > resale) expect([isRun, stays]).toEqual([true, 0n]);
        }
      },
    ),
    { seed, numRuns: randomRuns(8) },
  );
});

/** Deploys a content that no platform would create, with the given royalties. */
async function placeContent(market: Market, royalties: Cell) {
  const content = contentAddress(market.platform, 0);
  const params = beginCell()
    .storeCoins(ton)
    .storeCoins(ton)
    .storeBit(true)
    .storeBit(true)
    .storeMaybeRef(royalties)
    .storeRef(sampleParams().metadata);
  const data = beginCell()
    .storeUint(0, 64)
    .storeAddress(Address.parseRaw(market.platform))
    .storeAddress(Address.parseRaw(author))
    .storeUint(0, 64)
    .storeBit(false)
    .storeUint(1, 8)
    .storeRef(codes.licence)
    .storeRef(params)
    .storeRef(Cell.EMPTY)
    .endCell();
  const address = Address.parseRaw(content);
  const balance = ton / 10n;
  const account = createShardAccount({ address, code: codes.content, data, balance });
  await market.chain.setShardAccount(address, account);
  return { content, balance };
}

/** A dictionary with one entry, which begins with a share. */
const oneShare = (share: number) => beginCell().storeUint(0b10_1000, 6).storeUint(0, 8).storeUint(share, 16);

describe('a content with unreadable royalties', () => {
  const broken: Record<string, Cell> = {
    'a library that is gone': beginCell().storeUint(2, 8).storeUint(1, 256).endCell({ exotic: true }),
    'no dictionary': beginCell().storeUint(0, 2).endCell(),
    'a share without an address': oneShare(5).endCell(),
  };

  it.each(Object.entries(broken))('forwards royalties to its owner: %s', async (_name, royalties) => {
    const market = await openMarket();
    const { content, balance } = await placeContent(market, royalties);
    for (const body of [payRoyalty(ton, third), undefined]) {
      const had = await market.balance(author);
      const value = ton + ton / 10n;
      const transactions = await market.send({
        from: stranger,
        to: content,
        value,
        bounce: false,
        ...(body && { body }),
      });
      expect(failed(transactions)).toEqual([]);
      expect(await market.balance(content)).toBe(balance);
      const got = (await market.balance(author)) - had;
      expect(got).toBe(body ? ton : value - feesOf(transactions));
    }
  });
});

it('a share that cannot be sent goes to the recipient of the change, and the others are paid', async () => {
  const market = await openMarket();
  // This workchain does not exist.
  const nowhere = new Address(5, Buffer.alloc(32, 1));
  const { content, balance } = await placeContent(market, oneShare(2500).storeAddress(nowhere).endCell());
  const [owner, payer] = [await market.balance(author), await market.balance(third)];
  const value = ton + ton / 10n;
  const body = payRoyalty(ton, third);
  const transactions = await market.send({ from: stranger, to: content, value, bounce: false, body });
  expect(failed(transactions)).toEqual([]);
  expect(await market.balance(content)).toBe(balance);
  expect((await market.balance(author)) - owner).toBe((ton * 3n) / 4n);
  expect((await market.balance(third)) - payer).toBe(value - (ton * 3n) / 4n - feesOf(transactions));
});

describe('beneficiaries that reject their payment', () => {
  const throws = beginCell().storeUint(0xf232, 16).endCell();
  /** PUSHCONT that loops: AGAIN. */
  const burns = beginCell().storeUint(0x91_00_ea, 24).endCell();

  it.each([
    ['throw', throws],
    ['burn gas', burns],
  ])('do not stop a sale or a resale: they %s', async (_name, code) => {
    const market = await openMarket();
    const royalties = some(10);
    for (const { to } of royalties.slice(0, 2)) {
      const address = Address.parseRaw(to);
      const account = createShardAccount({ address, code, data: Cell.EMPTY, balance: ton });
      await market.chain.setShardAccount(address, account);
    }
    const shares = royalties.map(({ share }) => share);
    const content = await market.register(author, { royalties, resalePrice: ton / 10n });
    const had = await market.balance(content);
    const licence = await market.buy(buyer, content, 'resale');
    const price = ton / 10n;
    const { action, resale } = await market.fees(10);
    await market.send({ from: buyer, to: licence, value: action, body: offerLicence({ ...query, price }) });
    const body = buyLicence({ ...query, maxPrice: price, deliverTo: null });
    const transactions = await market.send({ from: third, to: licence, value: price + resale, body });
    const split = splitAmount(resaleRoyaltyOf(price), shares);
    expect(sharesOf(transactions, content)).toEqual([...split.shares, split.owner]);
    expect(failed(at(transactions, content))).toEqual([]);
    expect(await market.balance(content)).toBe(had);
  });
});
