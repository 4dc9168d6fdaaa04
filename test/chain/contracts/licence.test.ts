import { describe, expect, it } from 'vitest';
import { splitAmount } from '../../../src/contract/revenue-split.ts';
import type { RawAddress } from '../../../src/core/ton/ton-address.ts';
import {
  actionAmount,
  resaleAmount,
  resaleRoyaltyOf,
} from '../../../src/features/chain/contracts/amounts.ts';
import { readItemData, readLicenceData } from '../../../src/features/chain/contracts/get-methods.ts';
import {
  buyLicence,
  offerLicence,
  setContentTerms,
  transferItem,
} from '../../../src/features/chain/contracts/messages.ts';
import { errors } from './support/errors.ts';
import { type Market, openMarket, soon, start } from './support/market.ts';
import { author, buyer, person, stranger, third } from './support/people.ts';
import { ton } from './support/samples.ts';
import { eventsAt, exitCode, feesOf } from './support/transactions.ts';

interface Step {
  from?: RawAddress;
  price?: bigint;
  maxPrice?: bigint;
  value?: bigint;
  validUntil?: number;
}

function offer(market: Market, licence: RawAddress, step: Step = {}) {
  const { from = buyer, price = 10n * ton, value = actionAmount, validUntil = soon } = step;
  return market.send({ from, to: licence, value, body: offerLicence({ queryId: 6n, validUntil, price }) });
}

function take(market: Market, licence: RawAddress, step: Step = {}) {
  const { from = third, price = 10n * ton, maxPrice = price, validUntil = soon } = step;
  const { value = resaleAmount(price) } = step;
  return market.send({
    from,
    to: licence,
    value,
    body: buyLicence({ queryId: 7n, validUntil, maxPrice, deliverTo: null }),
  });
}

function give(market: Market, licence: RawAddress, from: RawAddress, newOwner: RawAddress) {
  const body = transferItem({ queryId: 8n, newOwner, changeTo: from });
  return market.send({ from, to: licence, value: actionAmount, body });
}

const ownerOf = async (market: Market, licence: RawAddress) =>
  readItemData(await market.get(licence, 'get_nft_data'))?.owner;
const offerOf = async (market: Market, licence: RawAddress) =>
  readLicenceData(await market.get(licence, 'get_licence_data'))?.offerPrice;

async function withLicence(kind: 'listen' | 'resale', royalties: { to: RawAddress; share: number }[] = []) {
  const market = await openMarket();
  const content = await market.register(author, { royalties });
  return { market, content, licence: await market.buy(buyer, content, kind) };
}

describe('a resale', () => {
  it('pays seller, royalties and owner exactly, and notifies the new owner', async () => {
    const royalties = [
      { to: person('share 0'), share: 3333 },
      { to: person('share 1'), share: 1 },
    ];
    const { market, content, licence } = await withLicence('resale', royalties);
    const price = 10_123_456_789n;
    const offered = await offer(market, licence, { price });
    expect(eventsAt(offered, market.platform)).toEqual([
      { type: 'licence_offered', queryId: 6n, licenceIndex: 0, content, price },
    ]);
    expect(await offerOf(market, licence)).toBe(price);

    const parties = [buyer, person('share 0'), person('share 1'), author, content, licence];
    const balances = () => Promise.all([...parties, market.platform].map(market.balance));
    const before = await balances();
    const value = resaleAmount(price) + ton;
    const bought = await take(market, licence, { price, value });
    const after = await balances();
    const { shares: parts, owner } = splitAmount(resaleRoyaltyOf(price), [3333, 1]);
    const got = after.map((balance, index) => balance - (before[index] ?? 0n));
    const platformGot = got.pop() ?? 0n;
    expect(got).toEqual([price - resaleRoyaltyOf(price), ...parts, owner, 0n, 0n]);
    expect(await market.balance(third)).toBe(value - price - platformGot - feesOf(bought));
    expect(await ownerOf(market, licence)).toBe(third);
    expect(await offerOf(market, licence)).toBe(0n);
    expect(eventsAt(bought, market.platform)).toEqual([
      {
        type: 'licence_moved',
        queryId: 7n,
        licenceIndex: 0,
        content,
        newOwner: third,
        price,
        deliverTo: null,
      },
    ]);
  });

  it.each<[string, Step, number]>([
    ['late', { validUntil: start - 1 }, errors.tooLate],
    ['above the agreed price', { maxPrice: 10n * ton - 1n, value: 20n * ton }, errors.priceChanged],
    ['from the owner', { from: buyer }, errors.ownOffer],
    ['from the masterchain', { from: `-1:${'3'.repeat(64)}` }, errors.wrongWorkchain],
  ])('is refused %s, and the coins are returned', async (_name, step, code) => {
    const { market, licence } = await withLicence('resale');
    await offer(market, licence);
    const from = step.from ?? third;
    const [had, authorHad] = [await market.balance(from), await market.balance(author)];
    const transactions = await take(market, licence, step);
    expect(exitCode(transactions)).toBe(code);
    const value = step.value ?? resaleAmount(10n * ton);
    expect((await market.balance(from)) - had).toBe(value - feesOf(transactions));
    expect(await market.balance(author)).toBe(authorHad);
    expect(await ownerOf(market, licence)).toBe(buyer);
    expect(await offerOf(market, licence)).toBe(10n * ton);
  });

  it('is paid once when the message comes twice', async () => {
    const { market, licence } = await withLicence('resale');
    await offer(market, licence);
    await take(market, licence);
    expect(exitCode(await take(market, licence))).toBe(errors.notForSale);
  });
});

describe('an offer', () => {
  it.each<[string, Step, number]>([
    ['by a stranger', { from: stranger }, errors.notOwner],
    ['late', { validUntil: start - 1 }, errors.tooLate],
    ['for dust', { price: 999_999n }, errors.badPrice],
    ['for more than 2^63 - 1', { price: 2n ** 63n }, errors.badPrice],
  ])('is refused %s', async (_name, step, code) => {
    const { market, licence } = await withLicence('resale');
    const transactions = await offer(market, licence, step);
    expect(exitCode(transactions)).toBe(code);
    expect(await offerOf(market, licence)).toBe(0n);
    expect(eventsAt(transactions, market.platform)).toEqual([]);
  });

  it('is withdrawn with the price 0', async () => {
    const { market, licence } = await withLicence('resale');
    await offer(market, licence);
    const back = await offer(market, licence, { price: 0n });
    expect(eventsAt(back, market.platform)).toMatchObject([{ type: 'licence_offered', price: 0n }]);
    expect(exitCode(await take(market, licence))).toBe(errors.notForSale);
  });

  it('ends when the licence is transferred', async () => {
    const { market, content, licence } = await withLicence('resale');
    await offer(market, licence);
    const given = await give(market, licence, buyer, stranger);
    expect(eventsAt(given, market.platform)).toEqual([
      {
        type: 'licence_moved',
        queryId: 8n,
        licenceIndex: 0,
        content,
        newOwner: stranger,
        price: 0n,
        deliverTo: null,
      },
    ]);
    expect(await ownerOf(market, licence)).toBe(stranger);
    expect(exitCode(await take(market, licence))).toBe(errors.notForSale);
    expect(await ownerOf(market, licence)).toBe(stranger);
  });

  it('stays valid when the content withdraws its resale terms', async () => {
    const { market, content, licence } = await withLicence('resale');
    await offer(market, licence);
    const terms = { price: ton, resalePrice: 0n, allowResale: false, withdrawn: true };
    const body = setContentTerms({ queryId: 1n, validUntil: soon, ...terms });
    await market.send({ from: author, to: content, value: actionAmount, body });
    expect(exitCode(await take(market, licence))).toBe(0);
  });
});

describe('a licence', () => {
  it('to listen is bound to its owner', async () => {
    const { market, licence } = await withLicence('listen');
    expect(exitCode(await give(market, licence, buyer, third))).toBe(errors.notTransferable);
    expect(exitCode(await offer(market, licence))).toBe(errors.notTransferable);
    expect(exitCode(await take(market, licence))).toBe(errors.notForSale);
    expect(await ownerOf(market, licence)).toBe(buyer);
    expect((await market.get(licence, 'get_authority_address')).readAddressOpt()).toBeNull();
    expect((await market.get(licence, 'get_revoked_time')).readNumber()).toBe(0);
  });

  it('to resell is not marked as bound (TEP-85)', async () => {
    const { market, licence } = await withLicence('resale');
    await expect(market.get(licence, 'get_authority_address')).rejects.toThrow();
    await expect(market.get(licence, 'get_revoked_time')).rejects.toThrow();
  });

  it.each<[string, RawAddress, RawAddress, number]>([
    ['by a stranger', stranger, stranger, errors.notOwner],
    ['by the content’s owner', author, author, errors.notOwner],
    ['to the masterchain', buyer, `-1:${'3'.repeat(64)}`, errors.wrongWorkchain],
  ])('is not transferred %s', async (_name, from, to, code) => {
    const { market, licence } = await withLicence('resale');
    expect(exitCode(await give(market, licence, from, to))).toBe(code);
    expect(await ownerOf(market, licence)).toBe(buyer);
  });
});
