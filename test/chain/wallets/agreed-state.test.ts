import { Address, type Transaction } from '@ton/core';
import { beforeAll, expect, test } from 'vitest';
import { readIfAgreed, readLastIfAgreed } from '../../../src/features/chain/wallets/agreed-state.ts';
import type { ChainAccess } from '../../../src/features/chain/wallets/wallet-state.ts';
import { makeChain } from '../indexer/made-chain.ts';

let transactions: readonly Transaction[];
let others: readonly Transaction[];
let address: Address;

beforeAll(async () => {
  const chain = await makeChain(8);
  ({ transactions } = chain);
  ({ transactions: others } = await makeChain(8, 'other'));
  address = Address.parseRaw(chain.platform);
});

const nameOf = ({ lt, hash }: Transaction) => ({ lt: String(lt), hash: hash().toString('base64') });

/** A service whose newest transaction of an empty wallet is the last of these. */
const serviceOf = (known: readonly Transaction[], balance = 5n): ChainAccess =>
  ({
    getContractState: async () => {
      const last = known.at(-1);
      return {
        balance,
        state: 'uninitialized',
        data: null,
        timestampt: 9,
        lastTransaction: last && nameOf(last),
      };
    },
    getTransactions: async (_: Address, { lt }: { lt: string }) =>
      known.filter((transaction) => String(transaction.lt) === lt),
  }) as unknown as ChainAccess;

test('takes the older last transaction of two services, if the other one has it', async () => {
  const [all, first] = [serviceOf(transactions), serviceOf(transactions.slice(0, 5), 3n)];
  const older = { ...nameOf(transactions[4] as Transaction), isNewest: false };
  for (const [one, other] of [
    [all, first],
    [first, all],
  ] as const) {
    expect(await readLastIfAgreed(one, other, address)).toEqual(older);
    expect(await readIfAgreed(one, other, address)).toMatchObject({ last: older, balance: 3n });
  }
  const newest = { ...nameOf(transactions.at(-1) as Transaction), isNewest: true };
  expect(await readLastIfAgreed(all, serviceOf(transactions), address)).toEqual(newest);
});

test('takes none of two services with different chains, or of which one has nothing', async () => {
  const all = serviceOf(transactions);
  for (const known of [others, others.slice(0, 5), []]) {
    expect(await readLastIfAgreed(all, serviceOf(known), address)).toBeUndefined();
    expect(await readIfAgreed(serviceOf(known), all, address)).toBeUndefined();
  }
  expect(await readLastIfAgreed(serviceOf([]), serviceOf([]), address)).toBeNull();
});
