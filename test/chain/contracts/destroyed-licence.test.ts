import { Address, beginCell } from '@ton/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { licenceDeposit } from '../../../src/features/chain/contracts/amounts.ts';
import { codes } from '../../../src/features/chain/contracts/codes.ts';
import { storeRawAddress } from '../../../src/features/chain/contracts/fields.ts';
import { readItemData } from '../../../src/features/chain/contracts/get-methods.ts';
import {
  buyLicence,
  destroyLicence,
  offerLicence,
  purchaseLicence,
} from '../../../src/features/chain/contracts/messages.ts';
import { operations } from '../../../src/features/chain/contracts/operations.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { errors } from './support/errors.ts';
import { openMarket, soon, start } from './support/market.ts';
import { author, buyer, stranger, third } from './support/people.ts';
import { ton } from './support/samples.ts';
import { eventsAt, exitCode, failed, feesOf } from './support/transactions.ts';

const query = { queryId: 3n, validUntil: soon };
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

describe('a licence destroyed by its owner', () => {
  it.each(['listen', 'resale'] as const)('returns its deposit and is removed: %s', async (kind) => {
    const market = await openMarket();
    const content = await market.register(author);
    const licence = await market.buy(buyer, content, kind);
    const { action } = await market.fees(0);
    const [had, kept] = [await market.balance(buyer), await market.balance(licence)];
    const platformHad = await market.balance(market.platform);
    const transactions = await market.send({
      from: buyer,
      to: licence,
      value: action,
      body: destroyLicence(query),
    });
    expect(failed(transactions)).toEqual([]);
    expect(eventsAt(transactions, market.platform)).toEqual([
      { type: 'licence_destroyed', queryId: 3n, licenceIndex: 0, content },
    ]);
    const event = (await market.balance(market.platform)) - platformHad;
    expect((await market.balance(buyer)) - had).toBe(action + kept - event - feesOf(transactions));
    expect(kept).toBeGreaterThanOrEqual(licenceDeposit);
    expect(await market.balance(licence)).toBe(0n);
    await expect(market.get(licence, 'get_nft_data')).rejects.toThrow();
  });

  it('may be one that was not requested', async () => {
    const market = await openMarket();
    const content = await market.register(author, { price: 0n });
    const { purchase, action } = await market.fees(0);
    const gift = { ...query, maxPrice: 0n, kind: 'listen', recipient: third, deliverTo: null } as const;
    await market.send({ from: stranger, to: content, value: purchase, body: purchaseLicence(gift) });
    const licence = (await market.get(content, 'get_nft_address_by_index', 0n)).readAddress().toRawString();
    const to = licence as `0:${string}`;
    await market.send({ from: third, to, value: action, body: destroyLicence(query) });
    expect(await market.balance(to)).toBe(0n);
    expect(await market.balance(third)).toBeGreaterThan(licenceDeposit);
  });

  it('is not restored by a message, whose coins are returned', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const licence = await market.buy(buyer, content, 'resale');
    const { action, resale } = await market.fees(0);
    const offer = offerLicence({ ...query, price: ton });
    await market.send({ from: buyer, to: licence, value: action, body: offer });
    await market.send({ from: buyer, to: licence, value: action, body: destroyLicence(query) });

    const body = buyLicence({ ...query, maxPrice: ton, deliverTo: null });
    const had = await market.balance(third);
    const value = ton + resale;
    const bounced = await market.send({ from: third, to: licence, value, body });
    expect((await market.balance(third)) - had).toBe(value - feesOf(bounced));

    const data = beginCell().storeUint(0, 64).storeAddress(Address.parseRaw(content)).endCell();
    const init = { code: codes.licence, data };
    const forged = beginCell()
      .storeUint(0x6dfa8b33, 32)
      .storeUint(1, 64)
      .store(storeRawAddress(third))
      .store(storeRawAddress(third))
      .storeUint(1, 8)
      .store(storeRawAddress(market.platform))
      .storeRef(beginCell())
      .endCell();
    const again = await market.send({ from: third, to: licence, value: ton, body: forged, init });
    expect(exitCode(again)).toBe(errors.notCollection);
  });

  it.each([
    ['a stranger', stranger, soon, 0n, errors.notOwner],
    ['the content’s owner', author, soon, 0n, errors.notOwner],
    ['a late message', buyer, start - 1, 0n, errors.tooLate],
    ['too few coins', buyer, soon, -1n, errors.notEnoughCoins],
  ])('is not destroyed by %s', async (_name, from, validUntil, less, code) => {
    const market = await openMarket();
    const content = await market.register(author);
    const licence = await market.buy(buyer, content, 'listen');
    const value = (await market.fees(0)).action + less;
    const body = destroyLicence({ queryId: 1n, validUntil });
    expect(exitCode(await market.send({ from, to: licence, value, body }))).toBe(code);
    expect(readItemData(await market.get(licence, 'get_nft_data'))?.owner).toBe(buyer);
  });
});

it(`coins sent to a licence are returned with the next action of its owner (SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const sent = fc.bigInt({ min: 0n, max: 5n * ton });
  await fc.assert(
    fc.asyncProperty(sent, sent, fc.boolean(), async (without, change, isTransfer) => {
      const market = await openMarket();
      const content = await market.register(author);
      const licence = await market.buy(buyer, content, 'resale');
      const { action } = await market.fees(0);
      await market.send({ from: buyer, to: licence, value: without });
      // This transfer names no recipient of its change.
      const transfer = beginCell()
        .storeUint(operations.nft_transfer, 32)
        .storeUint(1, 64)
        .store(storeRawAddress(buyer))
        .store(storeRawAddress(null))
        .storeBit(false)
        .storeCoins(0)
        .storeBit(false)
        .endCell();
      await market.send({ from: buyer, to: licence, value: action + change, body: transfer });

      const had = await market.balance(licence);
      const returned = transfer.beginParse();
      const back = beginCell()
        .storeBits(returned.loadBits(32 + 64 + 267))
        .store(storeRawAddress(buyer))
        .storeSlice(returned.skip(2))
        .endCell();
      const body = isTransfer ? back : offerLicence({ ...query, price: ton });
      expect(exitCode(await market.send({ from: buyer, to: licence, value: action, body }))).toBe(0);
      const cap = ton / 10n;
      expect(await market.balance(licence)).toBe(had < cap ? had : cap);
      await market.send({ from: buyer, to: licence, value: action, body: destroyLicence(query) });
      expect(await market.balance(licence)).toBe(0n);
    }),
    { seed, numRuns: randomRuns(8) },
  );
});
