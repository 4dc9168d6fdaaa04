import { Address, beginCell, Cell, loadShardAccount, type ShardAccount, storeShardAccount } from '@ton/core';

/** Returns the account name used in the embedded chain: `workchain:hex`, lower case. */
export const accountOf = (address: Address): string => address.toRawString();

/** Returns the `ShardAccount` cell of an unused account. */
export const emptyState = (): Buffer =>
  beginCell()
    .store(storeShardAccount({ account: null, lastTransactionHash: 0n, lastTransactionLt: 0n }))
    .endCell()
    .toBoc();

export const parseState = (boc: Buffer): ShardAccount =>
  loadShardAccount((Cell.fromBoc(boc)[0] as Cell).beginParse());

/** Returns the code and data of a contract, or undefined when there is none. */
export function contractIn({ account }: ShardAccount): { code: Cell; data: Cell } | undefined {
  const state = account?.storage.state;
  if (state?.type !== 'active' || !state.state.code) return undefined;
  return { code: state.state.code, data: state.state.data ?? Cell.EMPTY };
}

export const addressOf = (account: string): Address => Address.parseRaw(account);
