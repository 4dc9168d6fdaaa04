import { beginCell, type Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { actionAmount } from '../../../src/features/chain/contracts/amounts.ts';
import { storeRawAddress } from '../../../src/features/chain/contracts/fields.ts';
import { readItemData } from '../../../src/features/chain/contracts/get-methods.ts';
import { operations } from '../../../src/features/chain/contracts/operations.ts';
import { openMarket } from './support/market.ts';
import { author, buyer, stranger, third } from './support/people.ts';
import { eventsAt, exitCode, feesOf } from './support/transactions.ts';

/** A transfer whose payload costs so much to forward that little is left for anything else. */
function costlyTransfer(payloadBits: number, cells: number): Cell {
  let payload: Cell | undefined;
  for (let index = 0; index < cells; index++) {
    const builder = beginCell().storeUint(index, payloadBits);
    if (payload) builder.storeRef(payload);
    payload = builder.endCell();
  }
  return beginCell()
    .storeUint(operations.nft_transfer, 32)
    .storeUint(1, 64)
    .store(storeRawAddress(third))
    .store(storeRawAddress(null))
    .storeBit(false)
    .storeCoins(1)
    .storeMaybeRef(payload)
    .endCell();
}

describe.each(['content', 'licence'] as const)('an event of a %s without coins for it', (which) => {
  // At about 30 cells the coins cover the payload, but not the event.
  it.each([0, 26, 30, 32, 34, 36, 40])('reverts its transaction: a payload of %i cells', async (cells) => {
    const market = await openMarket({ prices: 'former' });
    const content = await market.register(author);
    const owner = which === 'content' ? author : buyer;
    const item = which === 'content' ? content : await market.buy(buyer, content, 'resale');
    const before = [await market.balance(item), await market.balance(owner)];
    const value = actionAmount + 1n;
    const body = costlyTransfer(1000, cells);
    const transactions = await market.send({ from: owner, to: item, value, body });

    const moved = readItemData(await market.get(item, 'get_nft_data'))?.owner === third;
    expect(eventsAt(transactions, market.platform).length).toBe(moved ? 1 : 0);
    expect(exitCode(transactions) === 0).toBe(moved);
    if (cells === 0) expect(moved).toBe(true);
    if (cells === 40) expect(moved).toBe(false);
    if (moved) return;
    expect(await market.balance(item)).toBe(before[0]);
    expect((await market.balance(owner)) - (before[1] ?? 0n)).toBe(value - feesOf(transactions));
    expect(await market.balance(stranger)).toBe(0n);
  });
});
