import { Address, beginCell } from '@ton/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  buyLicence,
  offerLicence,
  purchaseLicence,
  setContentTerms,
  transferItem,
} from '../../../src/features/chain/contracts/messages.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { errors } from './support/errors.ts';
import { openMarket, soon } from './support/market.ts';
import { author, buyer, third } from './support/people.ts';
import { ton } from './support/samples.ts';
import { eventsAt, exitCode, failed } from './support/transactions.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const maxPrice = 2n ** 63n - 1n;
const query = { queryId: 2n ** 64n - 1n, validUntil: soon };
const terms = { price: maxPrice, resalePrice: maxPrice, allowResale: true, withdrawn: false };

it(`orders name the recipient of the key, and events repeat it, up to the highest price (SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const key = fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)));
  const price = fc.oneof(fc.constant(maxPrice), fc.bigInt({ min: 1_000_000n, max: maxPrice }));
  await fc.assert(
    fc.asyncProperty(key, key, price, async (first, second, offered) => {
      const market = await openMarket();
      const content = await market.register(author, { price: maxPrice, resalePrice: maxPrice });
      const fees = await market.fees(0);
      const wanted = { ...query, maxPrice, kind: 'resale', recipient: null, deliverTo: first } as const;
      const value = maxPrice + fees.purchase;
      const bought = await market.send({ from: buyer, to: content, value, body: purchaseLicence(wanted) });
      expect(failed(bought)).toEqual([]);
      expect(eventsAt(bought, market.platform)).toMatchObject([{ price: maxPrice, deliverTo: first }]);

      const licence = (await market.get(content, 'get_nft_address_by_index', 0n)).readAddress().toRawString();
      const to = licence as `0:${string}`;
      const offer = offerLicence({ ...query, price: offered });
      await market.send({ from: buyer, to, value: fees.action, body: offer });
      const body = buyLicence({ ...query, maxPrice, deliverTo: second });
      const resold = await market.send({ from: third, to, value: offered + fees.resale, body });
      expect(failed(resold)).toEqual([]);
      expect(eventsAt(resold, market.platform)).toMatchObject([
        { newOwner: third, price: offered, deliverTo: second },
      ]);
      const gift = transferItem({ queryId: 1n, newOwner: buyer, changeTo: third });
      const given = await market.send({ from: third, to, value: fees.action, body: gift });
      expect(eventsAt(given, market.platform)).toMatchObject([{ newOwner: buyer, deliverTo: null }]);
    }),
    { seed, numRuns: randomRuns(6) },
  );
});

it('an order of an earlier form, without the field, is refused', async () => {
  const market = await openMarket();
  const content = await market.register(author);
  const { action } = await market.fees(0);
  await market.send({
    from: author,
    to: content,
    value: action,
    body: setContentTerms({ ...query, ...terms }),
  });
  const former = (operation: number) =>
    beginCell().storeUint(operation, 32).storeUint(1, 64).storeUint(soon, 32).storeCoins(maxPrice);
  const purchase = former(0x6e52391d).storeUint(0, 8).storeAddress(null).endCell();
  const sent = { from: buyer, to: content, value: maxPrice + ton };
  expect(exitCode(await market.send({ ...sent, body: purchase }))).toBe(errors.unknownOperation);
  // The field is required.
  const cut = former(0x175cd5f8).storeUint(0, 8).storeAddress(Address.parseRaw(buyer)).endCell();
  expect(exitCode(await market.send({ ...sent, body: cut }))).toBe(9);
});
