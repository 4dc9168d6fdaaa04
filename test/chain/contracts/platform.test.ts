import { Address, beginCell, Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import type { RawAddress } from '../../../src/core/ton/ton-address.ts';
import { deployAmount } from '../../../src/features/chain/contracts/amounts.ts';
import { codes } from '../../../src/features/chain/contracts/codes.ts';
import { readCollectionData } from '../../../src/features/chain/contracts/get-methods.ts';
import {
  acceptOwner,
  proposeOwner,
  setPlatformMetadata,
} from '../../../src/features/chain/contracts/messages.ts';
import { errors } from './support/errors.ts';
import { type Market, openMarket, soon, start } from './support/market.ts';
import { author, buyer, stranger, third } from './support/people.ts';
import { ton } from './support/samples.ts';
import { exitCode, failed } from './support/transactions.ts';

const query = { queryId: 1n, validUntil: soon };
const late = { queryId: 1n, validUntil: start - 1 };

const say = async (market: Market, from: RawAddress, body: Cell) =>
  exitCode(await market.send({ from, to: market.platform, value: deployAmount, body }));
const ownerOf = async (market: Market) =>
  readCollectionData(await market.get(market.platform, 'get_collection_data'))?.owner;

/** A chain of cells. */
function chainOf(count: number): Cell {
  let cell = beginCell().storeUint(count, 16).endCell();
  for (let index = 1; index < count; index++)
    cell = beginCell().storeUint(index, 16).storeRef(cell).endCell();
  return cell;
}

describe('the owner of a platform', () => {
  it('changes when the new one accepts; the address stays, and existing items work', async () => {
    const market = await openMarket();
    const { operator } = market;
    const content = await market.register(author);
    expect(await say(market, operator, proposeOwner({ ...query, newOwner: third }))).toBe(0);
    expect(await ownerOf(market)).toBe(operator);
    expect(await say(market, third, acceptOwner(query))).toBe(0);
    expect(await ownerOf(market)).toBe(third);

    const metadata = setPlatformMetadata({ queryId: 1n, metadata: Cell.EMPTY });
    expect(await say(market, operator, metadata)).toBe(errors.notOwner);
    expect(await say(market, third, metadata)).toBe(0);
    expect(await say(market, operator, proposeOwner({ ...query, newOwner: operator }))).toBe(errors.notOwner);
    await market.buy(buyer, content, 'listen');
    expect(await market.countItems(content)).toBe(1);
    expect((await market.get(market.platform, 'royalty_params')).skip(2).readAddress().toRawString()).toBe(
      third,
    );
  });

  it('does not change without both', async () => {
    const market = await openMarket();
    const { operator } = market;
    const masterchain: RawAddress = `-1:${'3'.repeat(64)}`;
    const propose = (from: RawAddress, newOwner: RawAddress | null, times = query) =>
      say(market, from, proposeOwner({ ...times, newOwner }));
    expect(await propose(stranger, stranger)).toBe(errors.notOwner);
    expect(await propose(operator, third, late)).toBe(errors.tooLate);
    expect(await propose(operator, masterchain)).toBe(errors.wrongWorkchain);
    expect(await say(market, third, acceptOwner(query))).toBe(errors.notOwner);
    expect(await propose(operator, third)).toBe(0);
    expect(await say(market, stranger, acceptOwner(query))).toBe(errors.notOwner);
    expect(await say(market, operator, acceptOwner(query))).toBe(errors.notOwner);
    expect(await say(market, third, acceptOwner(late))).toBe(errors.tooLate);
    expect(await propose(operator, null)).toBe(0);
    expect(await say(market, third, acceptOwner(query))).toBe(errors.notOwner);
    expect(await propose(operator, third)).toBe(0);
    expect(await propose(operator, stranger)).toBe(0);
    expect(await say(market, third, acceptOwner(query))).toBe(errors.notOwner);
    expect(await ownerOf(market)).toBe(operator);
    expect(await say(market, stranger, acceptOwner(query))).toBe(0);
    // A proposal is accepted once.
    expect(await say(market, stranger, acceptOwner(query))).toBe(errors.notOwner);
  });
});

it('the metadata of a platform has at most 32 cells, which limits its rent', async () => {
  const market = await openMarket();
  const set = (cells: number) =>
    market.send({
      from: market.operator,
      to: market.platform,
      value: 10n * ton,
      body: setPlatformMetadata({ queryId: 1n, metadata: chainOf(cells) }),
    });
  expect(failed(await set(32))).toEqual([]);
  expect(exitCode(await set(33))).toBe(errors.metadataTooLarge);
  expect(exitCode(await set(200))).toBe(errors.metadataTooLarge);
});

it('all three contracts name their generation and the data of the platform’s address', async () => {
  const market = await openMarket();
  const content = await market.register(author);
  const licence = await market.buy(buyer, content, 'listen');
  for (const address of [market.platform, content, licence]) {
    expect((await market.get(address, 'get_generation')).readNumber()).toBe(1);
    const data = await market.get(address, 'get_platform_data');
    expect(data.readAddress().equals(Address.parseRaw(market.operator))).toBe(true);
    expect(data.readNumber()).toBe(0);
    const hashes = [data.readBigNumber(), data.readBigNumber()];
    expect(hashes).toEqual(
      [codes.content, codes.licence].map((code) => BigInt(`0x${code.hash().toString('hex')}`)),
    );
  }
});
