import { Address, type Transaction } from '@ton/core';
import { beforeAll, expect, test } from 'vitest';
import { findTransaction } from '../../../src/features/chain/wallets/transactions.ts';
import { makeChain } from '../indexer/made-chain.ts';

let transactions: readonly Transaction[];
let others: readonly Transaction[];
let address: Address;

beforeAll(async () => {
  const chain = await makeChain(60);
  ({ transactions } = chain);
  ({ transactions: others } = await makeChain(60, 'other'));
  address = Address.parseRaw(chain.platform);
});

/** A service with these transactions, oldest first, which searches by logical time only, not by hash. */
const serviceOf = (own: readonly Transaction[]) => ({
  getTransactions: async (_: Address, { lt, limit }: { lt?: string; limit: number }) => {
    const from =
      lt === undefined ? own.length - 1 : own.findIndex((transaction) => String(transaction.lt) === lt);
    return own.slice(Math.max(0, from + 1 - limit), from + 1).reverse();
  },
});

const search = (own: readonly Transaction[], wanted: Transaction, last?: Transaction) =>
  findTransaction(serviceOf(own), address, {
    last: last && { lt: String(last.lt), hash: last.hash().toString('base64') },
    isMeant: ({ lt }) => lt === wanted.lt,
    isPast: () => false,
  });

test('finds a transaction over several pages, from the newest or from a known one', async () => {
  const [oldest, newest] = [transactions[0], transactions.at(-1)] as [Transaction, Transaction];
  expect(await search(transactions, oldest)).toBe(oldest);
  expect(await search(transactions, oldest, newest)).toBe(oldest);
  expect(await search(transactions.slice(1), oldest)).toBe('left_out');
});

test('rejects a transaction with the right logical time and another hash', async () => {
  const [oldest, newest] = [transactions[0], transactions.at(-1)] as [Transaction, Transaction];
  expect(await search(others, oldest, newest)).toBe('left_out');
  const changed = transactions.map((transaction, index) => (index === 30 ? others[30] : transaction));
  expect(await search(changed as Transaction[], oldest)).toBe('left_out');
});
