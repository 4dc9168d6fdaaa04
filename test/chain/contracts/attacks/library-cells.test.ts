import { Address, beginCell, Cell, Dictionary } from '@ton/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import {
  contentParamsCell,
  type Royalty,
  readRoyalties,
} from '../../../../src/features/chain/contracts/content-params.ts';
import { readContentTerms } from '../../../../src/features/chain/contracts/get-methods.ts';
import { registerContent } from '../../../../src/features/chain/contracts/messages.ts';
import { readRegistration } from '../../../../src/features/chain/contracts/registration.ts';
import { randomRuns } from '../../../support/random-runs.ts';
import { type Market, openMarket, soon } from '../support/market.ts';
import { author, buyer, person, stranger, third } from '../support/people.ts';
import { sampleParams, ton } from '../support/samples.ts';
import { at, exitCode, failed } from '../support/transactions.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

const libraryOf = (cell: Cell): Cell =>
  beginCell().storeUint(2, 8).storeBuffer(cell.hash()).endCell({ exotic: true });

/** Publishes a cell, which is possible for anybody on the masterchain. */
function publish(market: Market, ...cells: Cell[]): void {
  const libraries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const cell of cells) libraries.set(cell.hash(), cell);
  market.chain.libs = beginCell().storeDictDirect(libraries).endCell();
}

/** Replaces a cell of a tree. */
function replace(tree: Cell, path: readonly number[], by: (cell: Cell) => Cell): Cell {
  const [first, ...rest] = path;
  if (first === undefined) return by(tree);
  const builder = beginCell().storeBits(tree.bits);
  for (const [index, ref] of tree.refs.entries())
    builder.storeRef(index === first ? replace(ref, rest, by) : ref);
  return builder.endCell();
}

const honest: Royalty[] = [
  { to: third, share: 500 },
  { to: stranger, share: 8500 },
];
const shares = (royalties: readonly Royalty[]) =>
  contentParamsCell(sampleParams({ royalties: [...royalties] }));

/** Registers with a hand-written body, and returns the content and the platform’s message. */
async function register(market: Market, params: Cell, operation = 0x00d00ed9) {
  const body = beginCell()
    .storeUint(operation, 32)
    .storeUint(1, 64)
    .storeUint(soon, 32)
    .storeAddress(null)
    .storeRef(params)
    .endCell();
  const transactions = await market.send({ from: author, to: market.platform, value: ton, body });
  const [registration] = (at(transactions, market.platform)[0]?.outMessages.values() ?? [])
    .map((message) => readRegistration(message, market.platform))
    .filter((read) => read !== undefined);
  return { transactions, registration };
}

/** Returns what each beneficiary got from a sale, and the public terms. */
async function sell(market: Market, content: RawAddress) {
  const had = await market.balance(author);
  await market.buy(buyer, content, 'listen');
  return {
    terms: readContentTerms(await market.get(content, 'get_terms')),
    owner: (await market.balance(author)) - had,
    third: await market.balance(third),
    stranger: await market.balance(stranger),
  };
}

describe('royalties in a library cell', () => {
  // The dictionary's root is a branch: 0 leads to one share, 1 to the other.
  it.each([
    ['one branch', [0, 1]],
    ['the other branch', [0, 0]],
    ['the whole dictionary', [0]],
    ['all parameters', []],
  ])('are written in full by the platform: %s', async (_name, path) => {
    const market = await openMarket();
    const plain = shares(honest);
    let hidden = Cell.EMPTY;
    const params = replace(plain, path, (cell) => {
      hidden = cell;
      return libraryOf(cell);
    });
    publish(market, hidden);
    const { transactions, registration } = await register(market, params);
    expect(failed(transactions)).toEqual([]);
    expect(registration?.params.royalties).toEqual(honest);
    expect(registration?.paramsHash.equals(plain.hash())).toBe(true);

    // After the removal of the library everything still works, and pays the public terms.
    market.chain.libs = undefined;
    const sold = await sell(market, registration?.address as RawAddress);
    expect(sold.terms?.royalties).toEqual(honest);
    expect(sold).toMatchObject({ owner: ton / 10n, third: ton / 20n, stranger: (ton * 85n) / 100n });
  });

  it('are refused when the library does not exist', async () => {
    const market = await openMarket();
    const { transactions, registration } = await register(market, replace(shares(honest), [0, 1], libraryOf));
    expect(exitCode(transactions)).not.toBe(0);
    expect(registration).toBeUndefined();
  });

  it('are unreadable for a node, not incomplete', () => {
    const root = shares(honest).refs[0] ?? Cell.EMPTY;
    expect(readRoyalties(root)).toEqual(honest);
    for (const path of [[], [0], [1]]) expect(() => readRoyalties(replace(root, path, libraryOf))).toThrow();
  });
});

it(`parameters in the usual form keep their hash (SEED=${seed})`, async () => {
  const royalty = fc.record({
    to: fc.nat(50).map((n) => person(`${n}`)),
    share: fc.integer({ min: 1, max: 1000 }),
  });
  const price = fc.oneof(fc.constant(0n), fc.bigInt({ min: 1_000_000n, max: 2n ** 63n - 1n }));
  const changes = fc.record({
    royalties: fc.array(royalty, { maxLength: 10 }),
    price,
    resalePrice: price,
    allowResale: fc.boolean(),
    downloadable: fc.boolean(),
  });
  const market = await openMarket();
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const params = sampleParams(changed);
      const body = registerContent({ queryId: 1n, validUntil: soon, owner: null, params });
      const transactions = await market.send({ from: author, to: market.platform, value: ton, body });
      expect(failed(transactions)).toEqual([]);
      const sent = at(transactions, market.platform)[0]?.outMessages.get(0);
      const registration = sent && readRegistration(sent, market.platform);
      expect(registration?.paramsHash.equals(contentParamsCell(params).hash())).toBe(true);
      expect(registration?.params.royalties).toEqual(params.royalties);
    }),
    { seed, numRuns: randomRuns(15) },
  );
});

describe('the parser of royalties', () => {
  const leaf = beginCell().storeUint(0, 2).storeUint(1, 16);

  it('rejects a dictionary of 2^8 entries in 9 cells', () => {
    let node = leaf.storeAddress(Address.parseRaw(third)).endCell();
    for (let depth = 0; depth < 8; depth++)
      node = beginCell().storeUint(0, 2).storeRef(node).storeRef(node).endCell();
    expect(() => readRoyalties(node)).toThrow('Too many entries');
  });

  it('rejects one that is deeper than its key', () => {
    let node = Cell.EMPTY;
    for (let depth = 0; depth < 1000; depth++)
      node = beginCell().storeUint(0, 2).storeRef(node).storeRef(Cell.EMPTY).endCell();
    expect(() => readRoyalties(node)).toThrow();
  });

  it('reads at most ten shares', () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ to: person(`${n}`), share: n + 1 }));
    for (const count of [0, 1, 2, 9, 10])
      expect(
        readRoyalties(shares(some(count)).refs.length > 1 ? (shares(some(count)).refs[0] ?? null) : null),
      ).toEqual(some(count));
    expect(() => readRoyalties(shares(some(11)).refs[0] ?? null)).toThrow('Too many entries');
  });
});
