import { Address, beginCell, type Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import type { LicenceKind } from '../../../src/contract/common.ts';
import { splitAmount } from '../../../src/contract/revenue-split.ts';
import type { RawAddress } from '../../../src/core/ton/ton-address.ts';
import {
  licenceDeposit,
  purchaseAmount,
  resaleRoyaltyOf,
} from '../../../src/features/chain/contracts/amounts.ts';
import { codes } from '../../../src/features/chain/contracts/codes.ts';
import { readItemData, readLicenceData } from '../../../src/features/chain/contracts/get-methods.ts';
import { purchaseLicence } from '../../../src/features/chain/contracts/messages.ts';
import { licenceAddress, platformState } from '../../../src/features/chain/contracts/state-inits.ts';
import { errors } from './support/errors.ts';
import { type Market, openMarket, soon, start } from './support/market.ts';
import { author, buyer, person, third } from './support/people.ts';
import { ton } from './support/samples.ts';
import { eventsAt, exitCode, feesOf } from './support/transactions.ts';

interface Purchase {
  kind?: LicenceKind;
  price?: bigint;
  value?: bigint;
  maxPrice?: bigint;
  validUntil?: number;
  from?: RawAddress;
  recipient?: RawAddress | null;
  bounce?: boolean;
}

function request({ kind = 'listen', price = ton, ...more }: Purchase): { value: bigint; body: Cell } {
  const { value = purchaseAmount(price), maxPrice = price, validUntil = soon, recipient = null } = more;
  return {
    value,
    body: purchaseLicence({ queryId: 5n, validUntil, maxPrice, kind, recipient, deliverTo: null }),
  };
}

function purchase(market: Market, content: RawAddress, wanted: Purchase = {}) {
  return market.send({ from: wanted.from ?? buyer, to: content, ...request(wanted) });
}

const several = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ to: person(`share ${index}`), share: 999 - index }));

describe('a purchase', () => {
  it.each([0, 3, 10])(
    'pays %i royalties, the owner and the licence exactly, and emits an event',
    async (count) => {
      const market = await openMarket();
      const royalties = several(count);
      const price = 1_234_567_891n;
      const content = await market.register(author, { royalties, price });
      const [before, authorBefore] = [await market.balance(content), await market.balance(author)];
      const transactions = await purchase(market, content, {
        price,
        value: purchaseAmount(price) + 2n * ton,
      });

      const split = splitAmount(
        price,
        royalties.map(({ share }) => share),
      );
      for (const [index, { to }] of royalties.entries())
        expect(await market.balance(to)).toBe(split.shares[index]);
      expect((await market.balance(author)) - authorBefore).toBe(split.owner);
      expect(await market.balance(content)).toBe(before);

      const licence = licenceAddress(content, 0);
      const kept = await market.balance(licence);
      expect(kept).toBeGreaterThanOrEqual(licenceDeposit);
      // Everything but price, deposit, event and fees was returned; the event's fee is among the fees.
      const platformGot = (await market.balance(market.platform)) - 100_000_000n;
      const spent = price + kept + platformGot + feesOf(transactions);
      expect(await market.balance(buyer)).toBe(purchaseAmount(price) + 2n * ton - spent);
      expect(spent - price).toBeLessThan(65_000_000n);

      expect(readItemData(await market.get(licence, 'get_nft_data'))).toEqual({
        index: 0,
        collection: content,
        owner: buyer,
      });
      expect(readLicenceData(await market.get(licence, 'get_licence_data'))).toEqual({
        kind: 'listen',
        issuedAt: start,
        offerPrice: 0n,
      });
      expect(eventsAt(transactions, market.platform)).toEqual([
        {
          type: 'licence_issued',
          queryId: 5n,
          contentIndex: 0,
          licenceIndex: 0,
          kind: 'listen',
          owner: buyer,
          price,
          deliverTo: null,
        },
      ]);
    },
  );

  it('of a resale licence costs its own price', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const before = await market.balance(author);
    await purchase(market, content, { kind: 'resale', price: 5n * ton });
    expect((await market.balance(author)) - before).toBe(5n * ton);
    const licence = await market.get(licenceAddress(content, 0), 'get_licence_data');
    expect(readLicenceData(licence)?.kind).toBe('resale');
  });

  it('costs the price even if the buyer allowed more, and emits an event', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const before = await market.balance(author);
    const transactions = await purchase(market, content, { maxPrice: 2n * ton, value: 3n * ton });
    expect((await market.balance(author)) - before).toBe(ton);
    expect(eventsAt(transactions, market.platform)).toMatchObject([{ price: ton }]);
  });

  it('may be for another owner, and the change goes to the payer', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    await purchase(market, content, { recipient: third });
    const item = readItemData(await market.get(licenceAddress(content, 0), 'get_nft_data'));
    expect(item?.owner).toBe(third);
    expect(await market.balance(third)).toBe(0n);
    expect(await market.balance(buyer)).toBeGreaterThan(0n);
  });

  it('of free content pays nobody', async () => {
    const market = await openMarket();
    const content = await market.register(author, { price: 0n, royalties: several(10) });
    const before = await market.balance(author);
    expect(exitCode(await purchase(market, content, { price: 0n }))).toBe(0);
    expect(await market.balance(author)).toBe(before);
    expect(await market.balance(person('share 0'))).toBe(0n);
    expect(await market.countItems(content)).toBe(1);
  });

  it('pays everybody at the lowest price and the lowest royalty', () => {
    const { shares, owner } = splitAmount(resaleRoyaltyOf(1_000_000n), [1, 9_999]);
    expect([...shares, owner]).toEqual([10n, 99_990n, 0n]);
  });

  it('creates a licence at the address computed for it', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    for (const index of [0, 1, 2]) {
      await purchase(market, content);
      const answered = await market.get(content, 'get_nft_address_by_index', BigInt(index));
      expect(answered.readAddress().toRawString()).toBe(licenceAddress(content, index));
    }
    expect(await market.countItems(content)).toBe(3);
  });
});

describe('a purchase is refused, and its coins are returned', () => {
  const masterchain: RawAddress = `-1:${'3'.repeat(64)}`;
  it.each<[string, Purchase, number]>([
    ['when it is late', { validUntil: start - 1 }, errors.tooLate],
    ['when the price is above the agreed one', { maxPrice: ton - 1n, value: 9n * ton }, errors.priceChanged],
    ['for an owner on the masterchain', { recipient: masterchain }, errors.wrongWorkchain],
    ['from the masterchain without a recipient', { from: masterchain }, errors.wrongWorkchain],
    ['of a resale licence that is not for sale', { kind: 'resale', price: 5n * ton }, errors.notForSale],
  ])('%s', async (_name, wanted, code) => {
    const market = await openMarket();
    const content = await market.register(author, { allowResale: false });
    const [authorHas, contentHas] = [await market.balance(author), await market.balance(content)];
    const transactions = await purchase(market, content, wanted);
    expect(exitCode(transactions)).toBe(code);
    expect(await market.countItems(content)).toBe(0);
    expect(await market.balance(author)).toBe(authorHas);
    expect(await market.balance(content)).toBe(contentHas);
    expect(await market.balance(wanted.from ?? buyer)).toBe(request(wanted).value - feesOf(transactions));
    expect(eventsAt(transactions, market.platform)).toEqual([]);
  });

  it('of an unknown kind', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const { body, value } = request({});
    const slice = body.beginParse();
    // operation, query id, valid until, and a price of 4 bytes
    const before = slice.loadBits(32 + 64 + 32 + 4 + 32);
    slice.loadUint(8);
    const other = beginCell().storeBits(before).storeUint(2, 8).storeSlice(slice).endCell();
    const transactions = await market.send({ from: buyer, to: content, value, body: other });
    expect(exitCode(transactions)).toBe(errors.badKind);
  });
});

describe('an item', () => {
  it('accepts its first message only from its collection, and can be deployed after a message from another sender', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const licence = licenceAddress(content, 0);
    const data = beginCell().storeUint(0, 64).storeAddress(Address.parseRaw(content)).endCell();
    const init = { code: codes.licence, data };
    const forged = await market.send({ from: third, to: licence, value: ton, init });
    expect(exitCode(forged)).toBe(errors.notCollection);
    expect(exitCode(await purchase(market, content))).toBe(0);
    expect(readItemData(await market.get(licence, 'get_nft_data'))?.owner).toBe(buyer);
  });

  it('that cannot be deployed returns its coins to the payer, not to its owner', async () => {
    const throws = beginCell().storeUint(0xf232, 16).endCell();
    const state = (owner: Address) => {
      const { code, data } = platformState(owner);
      const slice = data.beginParse();
      slice.loadRef();
      const itemCodes = beginCell().storeRef(codes.content).storeRef(throws);
      return { code, data: beginCell().storeSlice(slice).storeRef(itemCodes).endCell() };
    };
    const market = await openMarket({ state });
    const content = await market.register(author);
    const [before, authorHad] = [await market.balance(content), await market.balance(author)];
    const platformHad = await market.balance(market.platform);
    const transactions = await purchase(market, content, { from: buyer, recipient: third });
    expect(
      transactions.some(({ inMessage }) => inMessage?.info.type === 'internal' && inMessage.info.bounced),
    ).toBe(true);
    expect(await market.balance(third)).toBe(0n);
    const authorGot = await market.balance(author);
    const kept = (await market.balance(market.platform)) - platformHad;
    expect(authorGot - authorHad).toBe(ton);
    expect(await market.balance(buyer)).toBe(purchaseAmount(ton) - ton - kept - feesOf(transactions));
    expect(await market.balance(content)).toBe(before);
  });
});
