import { Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import {
  actionAmount,
  purchaseAmount,
  registerAmount,
  resaleAmount,
} from '../../../../src/features/chain/contracts/amounts.ts';
import { countCells } from '../../../../src/features/chain/contracts/cell-count.ts';
import { contentMetadataCell } from '../../../../src/features/chain/contracts/content-metadata.ts';
import {
  acceptOwner,
  buyLicence,
  destroyLicence,
  offerLicence,
  proposeOwner,
  purchaseLicence,
  registerContent,
  setContentTerms,
  transferItem,
} from '../../../../src/features/chain/contracts/messages.ts';
import { contentAddress, licenceAddress } from '../../../../src/features/chain/contracts/state-inits.ts';
import { errors } from '../support/errors.ts';
import { type Market, openMarket, soon } from '../support/market.ts';
import { author, buyer, person, third } from '../support/people.ts';
import { sampleMetadata, sampleParams } from '../support/samples.ts';
import { exitCode, failed, feesOf } from '../support/transactions.ts';

const max = 2n ** 63n - 1n;
const query = { queryId: 2n ** 64n - 1n, validUntil: soon };
const deliverTo = Buffer.alloc(32, 0xff);
const tenShares = Array.from({ length: 10 }, (_, n) => ({ to: person(`${n}`), share: 999 }));

/** Metadata with the maximum number of cells. */
function largestMetadata(): Cell {
  const text = (bytes: number, seed: number) =>
    Array.from({ length: bytes / 8 }, (_, part) => String(1e7 + seed * 1e6 + part)).join('');
  return contentMetadataCell({
    ...sampleMetadata,
    description: text(16_744, 1),
    authors: [text(14_400, 2)],
    hashtags: [text(14_400, 3)],
  });
}

/** One message of each kind at the highest price, in a possible order. */
function messages(market: Market, shares: number, metadata: Cell) {
  const params = sampleParams({
    royalties: tenShares.slice(0, shares),
    price: max,
    resalePrice: max,
    metadata,
  });
  const content = contentAddress(market.platform, 0);
  const licence = licenceAddress(content, 0);
  const terms = { price: max, resalePrice: max, allowResale: true, withdrawn: false };
  const [asked, kind] = [{ ...query, maxPrice: max, deliverTo }, 'resale'] as const;
  const step = (
    name: string,
    fee: 'register' | 'purchase' | 'resale' | 'action',
    from: RawAddress,
    to: RawAddress,
    body: Cell,
    price = 0n,
  ) => ({ name, fee, from, to, body, price });
  const { platform, operator } = market;
  return [
    step('register', 'register', author, platform, registerContent({ ...query, owner: null, params })),
    step('terms', 'action', author, content, setContentTerms({ ...query, ...terms })),
    step('purchase', 'purchase', buyer, content, purchaseLicence({ ...asked, kind, recipient: null }), max),
    step('offer', 'action', buyer, licence, offerLicence({ ...query, price: max })),
    step('resale', 'resale', third, licence, buyLicence(asked), max),
    step('gift', 'action', third, licence, transferItem({ ...query, newOwner: buyer, changeTo: third })),
    step('content', 'action', author, content, transferItem({ ...query, newOwner: third, changeTo: author })),
    step('destroy', 'action', buyer, licence, destroyLicence(query)),
    step('propose', 'action', operator, platform, proposeOwner({ ...query, newOwner: third })),
    step('accept', 'action', third, platform, acceptOwner(query)),
  ];
}

/** Messages of the platform’s owner have no required amount. */
const isChecked = (name: string) => name !== 'propose' && name !== 'accept';

describe.each(['former', 'double', 'live'] as const)('at %s prices', (prices) => {
  it.each([0, 1, 10])(
    'the platform’s required amount suffices for every transaction of every message, and one nanogram less is refused: %i shares',
    async (shares) => {
      const market = await openMarket({ prices });
      const metadata = sampleParams().metadata;
      const fees = await market.fees(shares, countCells(metadata));
      for (const { name, fee, from, to, body, price } of messages(market, shares, metadata)) {
        const value = price + fees[fee];
        if (isChecked(name)) {
          const had = await market.balance(from);
          const refused = await market.send({ from, to, value: value - 1n, body });
          expect([name, exitCode(refused)]).toEqual([name, errors.notEnoughCoins]);
          expect((await market.balance(from)) - had).toBe(value - 1n - feesOf(refused));
        }
        const transactions = await market.send({ from, to, value, body });
        expect([name, failed(transactions).map(({ description }) => description)]).toEqual([name, []]);
      }
    },
  );

  it('the required amount suffices for metadata of 384 cells', async () => {
    const market = await openMarket({ prices });
    const metadata = largestMetadata();
    expect(countCells(metadata)).toBe(384);
    const [register] = messages(market, 10, metadata);
    const value = (await market.fees(10, 384)).register;
    const sent = { from: author, to: market.platform, body: register?.body ?? Cell.EMPTY };
    expect(exitCode(await market.send({ ...sent, value: value - 1n }))).toBe(errors.notEnoughCoins);
    expect(failed(await market.send({ ...sent, value }))).toEqual([]);
  });
});

it('the amounts of clients suffice up to the prices before April 2026', async () => {
  const market = await openMarket({ prices: 'former' });
  for (const cells of [0, 1, 32, 33, 384]) {
    const fees = await market.fees(10, cells);
    expect(registerAmount(cells)).toBeGreaterThanOrEqual(fees.register);
    expect(purchaseAmount(0n)).toBeGreaterThanOrEqual(fees.purchase);
    expect(resaleAmount(0n)).toBeGreaterThanOrEqual(fees.resale);
    expect(actionAmount).toBeGreaterThanOrEqual(fees.action);
  }
});

it('an event brings the platform little more than the gas for it', async () => {
  const market = await openMarket();
  const content = await market.register(author);
  const had = await market.balance(market.platform);
  await market.buy(buyer, content, 'listen');
  const kept = (await market.balance(market.platform)) - had;
  expect(kept).toBeGreaterThanOrEqual(0n);
  expect(kept).toBeLessThan(100_000n);
});
