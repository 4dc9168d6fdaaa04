import { Address } from '@ton/core';
import { expect } from 'vitest';
import { readCollectionData } from '../../../src/features/chain/contracts/get-methods.ts';
import { type OrderWorld, sha256Of, ton } from './order-world.ts';

const price = ton;
/** Limits of the costs of an order besides its price, including rent, in nanograms. */
const registerCost = [100_000_000n, 140_000_000n] as const;
const purchaseCost = [10_000_000n, 70_000_000n] as const;
/** The fee that a wallet pays when it receives a price, in nanograms. */
const receiptCost = 1_000_000n;

/** The state of the chain itself, compared with the state that the node knows. */
export interface ChainTruth {
  contents: number;
  /** Number of licences of each content. */
  licences: number[];
  /** Balance of each wallet. */
  balances: string[];
  seqnos: number[];
  orderStates: string[];
}

/** @param wallets the wallets that register and buy */
export async function chainTruth(world: OrderWorld, wallets: Address[]): Promise<ChainTruth> {
  const { ton: client, platform, market, balance, orderRepository } = world;
  const collection = async (address: string) => {
    const { stack } = await client.runMethod(Address.parse(address), 'get_collection_data');
    return readCollectionData(stack)?.nextIndex ?? -1;
  };
  const seqnoOf = async (wallet: Address): Promise<number> => {
    if (!(await client.isContractDeployed(wallet))) return 0;
    return (await client.runMethod(wallet, 'seqno')).stack.readNumber();
  };
  const contents = await collection(platform.address);
  const licences: number[] = [];
  for (let song = 0; song < contents; song++) {
    licences.push(await collection(market.byFile(sha256Of(`song ${song}`))?.address ?? ''));
  }
  return {
    contents,
    licences,
    balances: await Promise.all(wallets.map(async (wallet) => String(await balance(wallet.toRawString())))),
    seqnos: await Promise.all(wallets.map(seqnoOf)),
    orderStates: orderRepository
      .page(undefined, undefined, 2000)
      .map(({ kind, state }) => `${kind} ${state}`),
  };
}

/** The balance of each wallet at the start. */
export const purse = 10_000n * ton;

/**
 * Checks that each order was executed and paid once. The two wallets register songs in turn, and each buys the songs of
 * the other.
 * @param orders number of orders that were started, all of which must be complete
 * @param messages number of other messages that the first wallet sent
 */
export function checkTruth(
  { contents, licences, balances, seqnos, orderStates }: ChainTruth,
  { orders, where, messages }: { orders: number; where: string; messages: number },
): void {
  const registered = Math.ceil(orders / 2);
  const bought = orders >> 1;
  expect(contents, where).toBe(registered);
  expect(licences, where).toEqual(Array.from({ length: registered }, (_, song) => (song < bought ? 1 : 0)));
  expect(orderStates.filter((text) => text === 'register confirmed').length, where).toBe(registered);
  expect(orderStates.filter((text) => text === 'purchase confirmed').length, where).toBe(bought);
  expect(
    orderStates.filter((text) => text.endsWith(' open')),
    where,
  ).toEqual([]);

  for (const [wallet, balance] of balances.entries()) {
    const songs = (count: number, mine: boolean) =>
      Array.from({ length: count }, (_, song) => song % 2).filter((seller) => (seller === wallet) === mine)
        .length;
    const counts = {
      registered: songs(registered, true),
      sold: songs(bought, true),
      bought: songs(bought, false),
    };
    expect(seqnos[wallet], where).toBe(counts.registered + counts.bought + (wallet === 0 ? messages : 0));
    const spent = purse - BigInt(balance);
    const min = expected(counts, registerCost[0], purchaseCost[0], 0n);
    const max = expected(counts, registerCost[1], purchaseCost[1], receiptCost) + 200_000_000n;
    expect(spent >= min && spent <= max, `${where}: ${spent} is not from ${min} to ${max}`).toBe(true);
  }
}

function expected(
  counts: { registered: number; sold: number; bought: number },
  register: bigint,
  purchase: bigint,
  receipt: bigint,
): bigint {
  const { registered, sold, bought } = counts;
  return (
    BigInt(registered) * register + BigInt(bought) * (price + purchase) - BigInt(sold) * (price - receipt)
  );
}
