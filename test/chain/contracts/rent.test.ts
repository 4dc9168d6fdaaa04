import { beginCell, type Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import {
  actionAmount,
  contentDeposit,
  deployAmount,
  licenceDeposit,
  purchaseAmount,
  resaleAmount,
} from '../../../src/features/chain/contracts/amounts.ts';
import {
  buyLicence,
  offerLicence,
  purchaseLicence,
  setContentTerms,
  setPlatformMetadata,
  topUp,
  transferItem,
} from '../../../src/features/chain/contracts/messages.ts';
import { offChainMetadata } from '../../../src/features/chain/contracts/metadata.ts';
import { operations } from '../../../src/features/chain/contracts/operations.ts';
import { someCases } from '../../support/random-runs.ts';
import { errors } from './support/errors.ts';
import { openMarket, start, year } from './support/market.ts';
import { author, buyer, person, stranger, third } from './support/people.ts';
import { ton } from './support/samples.ts';
import { exitCode, feesOf } from './support/transactions.ts';

const later = start + 60 * year;
const tenShares = Array.from({ length: 10 }, (_, index) => ({ to: person(`${index}`), share: 1000 }));
const query = { queryId: 1n, validUntil: later };
const purchase = purchaseLicence({
  ...query,
  maxPrice: ton,
  kind: 'listen',
  recipient: null,
  deliverTo: null,
});

describe('rent', () => {
  it.each([1, 3, 5])(
    'lasts for %i years without a sale, and the minimum amounts still suffice afterwards',
    async (years) => {
      const market = await openMarket();
      const content = await market.register(author, { royalties: tenShares });
      const licence = await market.buy(buyer, content, 'resale');
      market.setTime(start + years * year);
      const steps: [string, string, string, bigint, Cell][] = [
        ['purchase', buyer, content, purchaseAmount(ton), purchase],
        ['offer', buyer, licence, actionAmount, offerLicence({ ...query, price: ton })],
        [
          'resale',
          third,
          licence,
          resaleAmount(ton),
          buyLicence({ ...query, maxPrice: ton, deliverTo: null }),
        ],
        [
          'gift',
          third,
          licence,
          actionAmount,
          transferItem({ queryId: 1n, newOwner: buyer, changeTo: buyer }),
        ],
        [
          'terms',
          author,
          content,
          actionAmount,
          setContentTerms({ ...query, price: ton, resalePrice: 0n, allowResale: false, withdrawn: false }),
        ],
      ];
      for (const [name, from, to, value, body] of steps)
        expect([name, exitCode(await market.send({ from, to, value, body }))]).toEqual([name, 0]);
    },
  );

  it('is replenished a little by each message', {
    timeout: 120_000,
  }, async () => {
    const market = await openMarket();
    const content = await market.register(author);
    market.setTime(start + 12 * year);
    await market.send({ from: buyer, to: content, value: purchaseAmount(ton), body: purchase });
    const low = await market.balance(content);
    expect(low).toBeLessThan(contentDeposit - 20_000_000n);
    await market.send({ from: buyer, to: content, value: purchaseAmount(ton), body: purchase });
    expect((await market.balance(content)) - low).toBe(5_000_000n);
    for (let more = 0; more < 20; more++)
      await market.send({ from: buyer, to: content, value: purchaseAmount(ton), body: purchase });
    expect(await market.balance(content)).toBe(contentDeposit);
  });

  it('owed by a content is deducted from a royalty before the split', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const licence = await market.buy(buyer, content, 'resale');
    await market.send({ from: stranger, to: licence, value: ton, body: topUp({ queryId: 1n }) });
    market.setTime(start + 19 * year);
    const had = await market.balance(author);
    await market.send({
      from: buyer,
      to: licence,
      value: actionAmount,
      body: offerLicence({ ...query, price: 10n * ton }),
    });
    const body = buyLicence({ ...query, maxPrice: 10n * ton, deliverTo: null });
    await market.send({ from: third, to: licence, value: resaleAmount(10n * ton), body });
    const got = (await market.balance(author)) - had;
    expect(got).toBeLessThan(ton);
    expect(got).toBeGreaterThan(ton - 100_000_000n);
  });

  it('unpaid for years freezes a content, and a buyer then loses almost nothing', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    market.setTime(start + 60 * year);
    const body = purchaseLicence({
      queryId: 1n,
      validUntil: start + 60 * year,
      maxPrice: ton,
      kind: 'listen',
      recipient: null,
      deliverTo: null,
    });
    await market.send({ from: buyer, to: content, value: purchaseAmount(ton), body });
    expect(await market.balance(buyer)).toBeGreaterThan(purchaseAmount(ton) - 2_000_000n);
  });

  it('can be paid in advance by anybody, for each contract', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const licence = await market.buy(buyer, content, 'listen');
    for (const to of [market.platform, content, licence]) {
      const before = await market.balance(to);
      const body = topUp({ queryId: 1n });
      const transactions = await market.send({ from: stranger, to, value: ton, body });
      expect((await market.balance(to)) - before).toBe(ton - feesOf(transactions));
    }
  });

  it.each(someCases(['content', 'licence', 'platform'] as const))(
    'of a %s is not used up by any messages',
    async (which) => {
      const market = await openMarket();
      const content = await market.register(author, { royalties: tenShares });
      const licence = await market.buy(buyer, content, 'resale');
      const to = { platform: market.platform, content, licence }[which];
      const deposit = await market.balance(to);
      const numbers = [...Object.values(operations), 0, 1, 0x2fcb26a2, 0x693d3950, 0x1f867177, 0xffffffff];
      for (const number of numbers)
        for (const tail of [beginCell(), beginCell().storeUint(7, 900)])
          for (const [value, bounce] of [
            [1n, false],
            [9_000_000n, true],
            [60_000_000n, true],
          ] as const) {
            const body = beginCell().storeUint(number, 32).storeUint(1, 64).storeBuilder(tail).endCell();
            await market.send({ from: stranger, to, value, body, bounce });
            expect(await market.balance(to)).toBeGreaterThanOrEqual(deposit);
          }
    },
  );
});

it('a content pays its owner the balance over 1 TON', async () => {
  const market = await openMarket();
  const content = await market.register(author);
  await market.send({ from: stranger, to: content, value: 3n * ton, body: topUp({ queryId: 1n }) });
  const had = await market.balance(author);
  const terms = { price: ton, resalePrice: 0n, allowResale: false, withdrawn: false };
  await market.send({
    from: author,
    to: content,
    value: actionAmount,
    body: setContentTerms({ ...query, ...terms }),
  });
  expect(await market.balance(content)).toBe(ton);
  expect((await market.balance(author)) - had).toBeGreaterThan(2n * ton);
});

describe('the platform', () => {
  const body = setPlatformMetadata({ queryId: 1n, metadata: offChainMetadata('https://other.example/') });

  it('keeps 0.1 TON at first, and returns the rest', async () => {
    const market = await openMarket();
    expect(await market.balance(market.platform)).toBe(100_000_000n);
    expect(await market.balance(market.operator)).toBeGreaterThan(40_000_000n);
  });

  it('changes its metadata for its owner only', async () => {
    const market = await openMarket();
    const transactions = await market.send({
      from: stranger,
      to: market.platform,
      value: deployAmount,
      body,
    });
    expect(exitCode(transactions)).toBe(errors.notOwner);
    await market.send({ from: market.operator, to: market.platform, value: deployAmount, body });
    const metadata = (await market.get(market.platform, 'get_collection_data')).skip(1).readCell();
    expect(metadata.beginParse().skip(8).loadStringTail()).toBe('https://other.example/');
  });

  it('pays its owner the balance over 1 TON, and keeps the rest', async () => {
    const market = await openMarket();
    const extra = topUp({ queryId: 1n });
    await market.send({ from: stranger, to: market.platform, value: ton / 2n, body: extra });
    const some = await market.balance(market.platform);
    await market.send({ from: market.operator, to: market.platform, value: deployAmount, body });
    expect(await market.balance(market.platform)).toBe(some);
    await market.send({ from: stranger, to: market.platform, value: 4n * ton, body: extra });
    await market.send({ from: market.operator, to: market.platform, value: deployAmount, body });
    expect(await market.balance(market.platform)).toBe(ton);
  });
});

it('the deposits match the balances of new items', async () => {
  const market = await openMarket();
  const content = await market.register(author);
  const licence = await market.buy(buyer, content, 'listen');
  expect(await market.balance(content)).toBeGreaterThanOrEqual(contentDeposit);
  expect(await market.balance(licence)).toBeGreaterThanOrEqual(licenceDeposit);
});
