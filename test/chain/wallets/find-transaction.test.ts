import { Address, type Transaction } from '@ton/core';
import { beforeAll, expect, test } from 'vitest';
import { TransactionSearch } from '../../../src/features/chain/wallets/transactions.ts';
import { makeChain } from '../indexer/made-chain.ts';

let transactions: readonly Transaction[];
let others: readonly Transaction[];
let address: Address;

beforeAll(async () => {
  const chain = await makeChain(800);
  ({ transactions } = chain);
  ({ transactions: others } = await makeChain(60, 'other'));
  address = Address.parseRaw(chain.platform);
});

type Service = Parameters<TransactionSearch['run']>[0];

/** A service with these transactions, oldest first, which searches by logical time only, not by hash. */
const serviceOf = (own: readonly Transaction[]): Service => ({
  getTransactions: async (_: Address, { lt, limit }: { lt?: string; limit: number }) => {
    const from =
      lt === undefined ? own.length - 1 : own.findIndex((transaction) => String(transaction.lt) === lt);
    return own.slice(Math.max(0, from + 1 - limit), from + 1).reverse();
  },
});

/** Takes turns until the search has a result. */
async function search(own: readonly Transaction[], wanted: Transaction, last: Transaction) {
  const searching = new TransactionSearch();
  searching.begin({ lt: String(last.lt), hash: last.hash().toString('base64'), isNewest: true });
  let turns = 0;
  for (;;) {
    const found = await searching.run(serviceOf(own), address, {
      matches: ({ lt }) => lt === wanted.lt,
      isTooOld: () => false,
    });
    turns += 1;
    if (found !== 'unsure') return { found, turns };
  }
}

const ends = (of: readonly Transaction[]) => [of[0], of.at(-1)] as [Transaction, Transaction];

test('finds a transaction over any number of pages, in turns', async () => {
  const [oldest, newest] = ends(transactions);
  expect(await search(transactions, oldest, newest)).toEqual({ found: oldest, turns: 2 });
  expect((await search(transactions.slice(1), oldest, newest)).found).toBe('left_out');
});

test('reads no transaction twice when the account has newer ones', async () => {
  const searching = new TransactionSearch();
  const asked: number[] = [];
  const chain: Service = {
    getTransactions: async (of, options) => {
      const found = await serviceOf(transactions).getTransactions(of, options);
      asked.push(found.length);
      return found;
    },
  };
  const wanted = { matches: () => false, isTooOld: () => false };
  for (const [at, isNewest] of [
    [20, true],
    [60, true],
    [60, true],
    [90, false],
    [90, false],
    [90, true],
  ] as const) {
    const last = transactions[at] as Transaction;
    searching.begin({ lt: String(last.lt), hash: last.hash().toString('base64'), isNewest });
    expect(await searching.run(chain, address, wanted)).toBe(isNewest ? undefined : 'unsure');
  }
  // Three turns have nothing new.
  expect(asked).toEqual([16, 5, 16, 45, 16, 75]);
});

test('rejects a transaction with the right logical time and another hash', async () => {
  const first = transactions.slice(0, others.length);
  const [oldest, newest] = ends(first);
  expect((await search(others, oldest, newest)).found).toBe('left_out');
  const changed = first.map((transaction, index) => (index === 30 ? others[30] : transaction));
  expect((await search(changed as Transaction[], oldest, newest)).found).toBe('left_out');
});
