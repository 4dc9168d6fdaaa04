import { beginCell, type Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { storeRawAddress } from '../../../src/features/chain/contracts/fields.ts';
import { transferItem } from '../../../src/features/chain/contracts/messages.ts';
import { operations } from '../../../src/features/chain/contracts/operations.ts';
import { errors } from './support/errors.ts';
import { openMarket } from './support/market.ts';
import { author, person, stranger, third } from './support/people.ts';
import { ton } from './support/samples.ts';
import { exitCode, feesOf } from './support/transactions.ts';

const comment = beginCell().storeUint(0, 32).storeStringTail('royalty').endCell();
const payShare = beginCell().storeUint(operations.pay_share, 32).storeUint(1, 64).endCell();
const royalties = [
  { to: person('share 0'), share: 2500 },
  { to: person('share 1'), share: 100 },
];

describe('coins sent to a content', () => {
  it.each<[string, Cell | undefined]>([
    ['without a body', undefined],
    ['with a comment', comment],
    ['as a share of another content', payShare],
  ])('%s are split', async (_name, body) => {
    const market = await openMarket();
    const content = await market.register(author, { royalties });
    const [had, contentHad] = [await market.balance(author), await market.balance(content)];
    const transactions = await market.send({
      from: stranger,
      to: content,
      value: ton,
      ...(body && { body }),
    });
    // All but the fees is split; the rest of the fees goes to the owner.
    const shares = [await market.balance(person('share 0')), await market.balance(person('share 1'))];
    const whole = (shares[0] ?? 0n) * 4n;
    expect(whole).toBeGreaterThan(ton - 2_000_000n);
    expect(shares[1]).toBe(whole / 100n);
    const owner = (await market.balance(author)) - had;
    expect(owner).toBe(ton - (shares[0] ?? 0n) - (shares[1] ?? 0n) - feesOf(transactions));
    expect(await market.balance(content)).toBe(contentHad);
  });

  it('as a royalty are split up to this amount; the rest goes to the named recipient', async () => {
    const market = await openMarket();
    const content = await market.register(author, { royalties });
    const [had, contentHad] = [await market.balance(author), await market.balance(content)];
    const body = beginCell()
      .storeUint(0x1f867177, 32)
      .storeUint(1, 64)
      .storeCoins(ton)
      .store(storeRawAddress(third))
      .endCell();
    const sent = { from: stranger, to: content, value: 3n * ton, body };
    const transactions = await market.send(sent);
    expect(await market.balance(person('share 0'))).toBe(ton / 4n);
    expect((await market.balance(author)) - had).toBe(ton - ton / 4n - ton / 100n);
    expect(await market.balance(third)).toBe(2n * ton - feesOf(transactions));
    expect(await market.balance(content)).toBe(contentHad);
  });

  it('too few for a split pay for its rent', async () => {
    const market = await openMarket();
    const content = await market.register(author, { royalties });
    const had = await market.balance(content);
    const transactions = await market.send({ from: stranger, to: content, value: 900_000n });
    expect(exitCode(transactions)).toBe(0);
    expect((await market.balance(content)) - had).toBe(900_000n - feesOf(transactions));
  });

  it('circulate between two contents until they are spent, and no further', async () => {
    const market = await openMarket();
    const first = await market.register(author);
    const second = await market.register(first);
    const body = transferItem({ queryId: 1n, newOwner: second, changeTo: author });
    await market.send({ from: author, to: first, value: ton, body });
    const before = (await market.balance(first)) + (await market.balance(second));
    const transactions = await market.send({ from: stranger, to: first, value: ton / 40n });
    expect(transactions.length).toBeGreaterThan(10);
    expect(transactions.length).toBeLessThan(100);
    const after = (await market.balance(first)) + (await market.balance(second));
    expect(after - before).toBe(ton / 40n - feesOf(transactions));
  });

  it('are refused with an unknown operation', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const licence = await market.buy(stranger, content, 'resale');
    for (const to of [content, market.platform, licence]) {
      const body = beginCell().storeUint(1, 32).storeUint(0, 64).endCell();
      const had = await market.balance(third);
      const transactions = await market.send({ from: third, to, value: ton, body });
      expect(exitCode(transactions)).toBe(errors.unknownOperation);
      expect((await market.balance(third)) - had).toBe(ton - feesOf(transactions));
    }
  });
});

describe('get-methods for markets (TEP-62, TEP-66)', () => {
  const asking = (operation: number) => beginCell().storeUint(operation, 32).storeUint(42, 64).endCell();

  it('return 10 % to the content for its licences, nothing for contents', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    for (const [to, numerator, destination] of [
      [content, 1000, content],
      [market.platform, 0, market.operator],
    ] as const) {
      const params = await market.get(to, 'royalty_params');
      expect([params.readNumber(), params.readNumber()]).toEqual([numerator, 10_000]);
      expect(params.readAddress().toRawString()).toBe(destination);
      const [, answer] = await market.send({ from: third, to, value: ton, body: asking(0x693d3950) });
      const slice = answer?.inMessage?.body.beginParse() ?? beginCell().endCell().beginParse();
      expect([slice.loadUint(32), slice.loadUint(64)]).toEqual([0xa8cb00ad, 42]);
      expect([slice.loadUint(16), slice.loadUint(16)]).toEqual([numerator, 10_000]);
      expect(slice.loadAddress().toRawString()).toBe(destination);
    }
  });

  it('return index and collection of items', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const licence = await market.buy(stranger, content, 'resale');
    for (const [to, collection] of [
      [content, market.platform],
      [licence, content],
    ] as const) {
      const [, answer] = await market.send({ from: third, to, value: ton, body: asking(0x2fcb26a2) });
      const slice = answer?.inMessage?.body.beginParse() ?? beginCell().endCell().beginParse();
      expect([slice.loadUint(32), slice.loadUint(64), slice.loadUint(256)]).toEqual([0x8b771735, 42, 0]);
      expect(slice.loadAddress().toRawString()).toBe(collection);
    }
  });

  it('return the metadata of the content for a licence', async () => {
    const market = await openMarket();
    const content = await market.register(author);
    const metadata = (await market.get(content, 'get_nft_data')).skip(4).readCell();
    const licence = await market.buy(stranger, content, 'listen');
    const individual = (await market.get(licence, 'get_nft_data')).skip(4).readCell();
    expect(individual.bits.length).toBe(40);
    const collection = await market.get(content, 'get_collection_data');
    expect(collection.readNumber()).toBe(1);
    expect(collection.readCell().equals(metadata)).toBe(true);
  });
});
