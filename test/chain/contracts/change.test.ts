import { beginCell, type Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import type { RawAddress } from '../../../src/core/ton/ton-address.ts';
import {
  actionAmount,
  deployAmount,
  purchaseAmount,
  resaleAmount,
} from '../../../src/features/chain/contracts/amounts.ts';
import { storeRawAddress } from '../../../src/features/chain/contracts/fields.ts';
import { readItemData } from '../../../src/features/chain/contracts/get-methods.ts';
import {
  buyLicence,
  offerLicence,
  purchaseLicence,
  setContentTerms,
  setPlatformMetadata,
  transferItem,
} from '../../../src/features/chain/contracts/messages.ts';
import { offChainMetadata } from '../../../src/features/chain/contracts/metadata.ts';
import { operations } from '../../../src/features/chain/contracts/operations.ts';
import { errors } from './support/errors.ts';
import { openMarket, soon } from './support/market.ts';
import { author, buyer, person, stranger, third } from './support/people.ts';
import { ton } from './support/samples.ts';
import { at, exitCode, feesOf } from './support/transactions.ts';

const query = { queryId: 1n, validUntil: soon };
const operator = person('operator');
const terms = { price: ton, resalePrice: ton, allowResale: true, withdrawn: false };
const metadata = offChainMetadata('https://node.example/other.json');

/** A content, a licence of it offered for 10 TON, and one that is not offered. */
async function openShop() {
  const market = await openMarket();
  const content = await market.register(author);
  const licence = await market.buy(buyer, content, 'resale');
  const offered = await market.buy(buyer, content, 'resale');
  const body = offerLicence({ ...query, price: 10n * ton });
  await market.send({ from: buyer, to: offered, value: actionAmount, body });
  return { market, platform: market.platform, content, licence, offered };
}

interface Action {
  from: RawAddress;
  to: 'platform' | 'content' | 'licence' | 'offered';
  /** The minimum amount. */
  value: bigint;
  body: Cell;
}
const actions: Record<string, Action> = {
  'a purchase': {
    ...{ from: third, to: 'content', value: purchaseAmount(ton) },
    body: purchaseLicence({
      ...query,
      maxPrice: ton,
      kind: 'listen',
      recipient: person('friend'),
      deliverTo: null,
    }),
  },
  'a change of terms': {
    ...{ from: author, to: 'content', value: actionAmount },
    body: setContentTerms({ ...query, ...terms }),
  },
  'a gift of a content': {
    ...{ from: author, to: 'content', value: actionAmount },
    body: transferItem({ queryId: 1n, newOwner: stranger, changeTo: author }),
  },
  'an offer': {
    ...{ from: buyer, to: 'licence', value: actionAmount },
    body: offerLicence({ ...query, price: ton }),
  },
  'a gift of a licence': {
    ...{ from: buyer, to: 'licence', value: actionAmount },
    body: transferItem({ queryId: 1n, newOwner: stranger, changeTo: buyer }),
  },
  'a resale': {
    ...{ from: third, to: 'offered', value: resaleAmount(10n * ton) },
    body: buyLicence({ ...query, maxPrice: 10n * ton, deliverTo: null }),
  },
  'new metadata of the platform': {
    ...{ from: operator, to: 'platform', value: deployAmount },
    body: setPlatformMetadata({ queryId: 1n, metadata }),
  },
};

it.each(Object.entries(actions))(
  '%s returns the surplus, and the contract keeps its balance',
  async (_name, action) => {
    // The costs do not depend on the surplus.
    const cost: bigint[] = [];
    for (const more of [0n, 3n * ton]) {
      const shop = await openShop();
      const to = shop[action.to];
      const { market } = shop;
      const [had, kept] = [await market.balance(action.from), await market.balance(to)];
      const { from, value, body } = action;
      const transactions = await market.send({ from, to, value: value + more, body });
      expect(exitCode(transactions)).toBe(0);
      expect(await market.balance(to)).toBe(kept);
      cost.push(had + value + more - (await market.balance(from)));
    }
    expect(cost[1]).toBe(cost[0]);
    expect(cost[0]).toBeLessThan(action.value);
  },
);

describe.each(['content', 'licence'] as const)(
  'a transfer of a %s with a message for the new owner',
  (which) => {
    const forwardAmount = ton / 5n;
    const payload = beginCell().storeUint(0xabc, 12).endCell();
    const body = beginCell()
      .storeUint(operations.nft_transfer, 32)
      .storeUint(9, 64)
      .store(storeRawAddress(third))
      .store(storeRawAddress(null))
      .storeBit(false)
      .storeCoins(forwardAmount)
      .storeMaybeRef(payload)
      .endCell();
    const owner = which === 'content' ? author : buyer;

    it('forwards it with the former owner’s address (TEP-62)', async () => {
      const shop = await openShop();
      const { market } = shop;
      const value = forwardAmount + actionAmount;
      const transactions = await market.send({ from: owner, to: shop[which], value, body });
      expect(await market.balance(third)).toBe(forwardAmount);
      const slice = at(transactions, third)[0]?.inMessage?.body.beginParse();
      expect([slice?.loadUint(32), slice?.loadUint(64)]).toEqual([0x05138d91, 9]);
      expect(slice?.loadAddress().toRawString()).toBe(owner);
      expect(slice?.loadMaybeRef()?.equals(payload)).toBe(true);
    });

    it('requires its coins in addition to the fees', async () => {
      const shop = await openShop();
      const { market } = shop;
      const value = forwardAmount + (await market.fees(0)).action - 1n;
      const had = await market.balance(owner);
      const transactions = await market.send({ from: owner, to: shop[which], value, body });
      expect(exitCode(transactions)).toBe(errors.notEnoughCoins);
      expect((await market.balance(owner)) - had).toBe(value - feesOf(transactions));
      expect(readItemData(await market.get(shop[which], 'get_nft_data'))?.owner).toBe(owner);
    });
  },
);
