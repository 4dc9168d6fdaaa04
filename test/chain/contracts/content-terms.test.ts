import { describe, expect, it } from 'vitest';
import type { RawAddress } from '../../../src/core/ton/ton-address.ts';
import { actionAmount, purchaseAmount } from '../../../src/features/chain/contracts/amounts.ts';
import { readContentMetadata } from '../../../src/features/chain/contracts/content-metadata.ts';
import { readContentTerms, readItemData } from '../../../src/features/chain/contracts/get-methods.ts';
import {
  purchaseLicence,
  setContentTerms,
  transferItem,
} from '../../../src/features/chain/contracts/messages.ts';
import { errors } from './support/errors.ts';
import { type Market, openMarket, soon, start } from './support/market.ts';
import { author, buyer, stranger, third } from './support/people.ts';
import { sampleMetadata, ton } from './support/samples.ts';
import { eventsAt, exitCode, feesOf } from './support/transactions.ts';

/** What a platform keeps on its account (`PLATFORM_DEPOSIT`). */
const platformDeposit = ton / 10n;
const newTerms = { price: 3n * ton, resalePrice: 0n, allowResale: false, withdrawn: false };

interface Changing {
  from?: RawAddress;
  terms?: Partial<typeof newTerms>;
  validUntil?: number;
  value?: bigint;
}

function change(market: Market, content: RawAddress, changing: Changing = {}) {
  const { from = author, terms = {}, validUntil = soon, value = actionAmount } = changing;
  const body = setContentTerms({ queryId: 9n, validUntil, ...newTerms, ...terms });
  return market.send({ from, to: content, value, body });
}

function purchase(market: Market, content: RawAddress, price: bigint) {
  const body = purchaseLicence({
    queryId: 1n,
    validUntil: soon,
    maxPrice: price,
    kind: 'listen',
    recipient: null,
    deliverTo: null,
  });
  return market.send({ from: buyer, to: content, value: purchaseAmount(price), body });
}

const termsOf = async (market: Market, content: RawAddress) =>
  readContentTerms(await market.get(content, 'get_terms'));

describe('the owner of a content', () => {
  it('changes its terms with an event; royalties and metadata stay', async () => {
    const market = await openMarket();
    const royalties = [{ to: third, share: 500 }];
    const content = await market.register(author, { royalties, downloadable: false });
    const [had, contentHad] = [await market.balance(author), await market.balance(content)];
    const transactions = await change(market, content);
    expect(await termsOf(market, content)).toEqual({ ...newTerms, downloadable: false, royalties });
    expect(eventsAt(transactions, market.platform)).toEqual([
      { type: 'content_changed', queryId: 9n, contentIndex: 0, owner: author, ...newTerms },
    ]);
    const metadata = (await market.get(content, 'get_collection_data')).skip(1).readCell();
    expect(readContentMetadata(metadata)).toEqual(sampleMetadata);
    expect(await market.balance(content)).toBe(contentHad);
    const eventKept = (await market.balance(market.platform)) - platformDeposit;
    expect((await market.balance(author)) - had).toBe(actionAmount - eventKept - feesOf(transactions));
  });

  it('withdraws it and offers it again', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const gone = await change(market, content, { terms: { price: ton, withdrawn: true } });
    expect(eventsAt(gone, market.platform)).toMatchObject([{ withdrawn: true }]);
    expect((await termsOf(market, content))?.withdrawn).toBe(true);
    const refused = await purchase(market, content, ton);
    expect(exitCode(refused)).toBe(errors.withdrawn);
    expect(await market.balance(buyer)).toBe(purchaseAmount(ton) - feesOf(refused));

    await change(market, content, { terms: { price: ton, withdrawn: false } });
    expect(exitCode(await purchase(market, content, ton))).toBe(0);
  });

  it('transfers it with an event; the new owner receives later payments', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    await change(market, content, { terms: { price: ton, withdrawn: false } });
    const body = transferItem({ queryId: 4n, newOwner: third, changeTo: author });
    const transactions = await market.send({ from: author, to: content, value: actionAmount, body });
    expect(eventsAt(transactions, market.platform)).toEqual([
      { type: 'content_changed', queryId: 4n, contentIndex: 0, owner: third, ...newTerms, price: ton },
    ]);
    expect(readItemData(await market.get(content, 'get_nft_data'))?.owner).toBe(third);
    await purchase(market, content, ton);
    expect(await market.balance(third)).toBe(ton);
    expect(exitCode(await change(market, content))).toBe(errors.notOwner);
    expect(exitCode(await change(market, content, { from: third }))).toBe(0);
  });
});

describe('a change of terms is refused', () => {
  it.each<[string, Changing, number]>([
    ['when sent by another wallet', { from: stranger }, errors.notOwner],
    ['when it is late', { validUntil: start - 1 }, errors.tooLate],
    ['with a price above 2^63 - 1', { terms: { price: 2n ** 63n } }, errors.badPrice],
    ['with a price below the smallest one', { terms: { price: 999_999n } }, errors.badPrice],
    ['with a resale price above 2^63 - 1', { terms: { resalePrice: 2n ** 63n } }, errors.badPrice],
    ['with a resale price below the smallest one', { terms: { resalePrice: 999_999n } }, errors.badPrice],
  ])('%s', async (_name, changing, code) => {
    const market = await openMarket();
    const content = await market.register(author);
    const before = await termsOf(market, content);
    const transactions = await change(market, content, changing);
    expect(exitCode(transactions)).toBe(code);
    expect(await termsOf(market, content)).toEqual(before);
    expect(eventsAt(transactions, market.platform)).toEqual([]);
  });
});

describe('a transfer of a content is refused', () => {
  const masterchain: RawAddress = `-1:${'3'.repeat(64)}`;
  it.each<[string, { from?: RawAddress; newOwner?: RawAddress; value?: bigint }, number]>([
    ['by a stranger', { from: stranger }, errors.notOwner],
    ['to the masterchain', { newOwner: masterchain }, errors.wrongWorkchain],
  ])('%s', async (_name, { from = author, newOwner = third, value = actionAmount }, code) => {
    const market = await openMarket();
    const content = await market.register(author);
    const body = transferItem({ queryId: 4n, newOwner, changeTo: from });
    expect(exitCode(await market.send({ from, to: content, value, body }))).toBe(code);
    expect(readItemData(await market.get(content, 'get_nft_data'))?.owner).toBe(author);
  });
});
