import type { Address } from '@ton/core';
import { type ChainAccess, readWallet, type WalletState } from './wallet-state.ts';

/**
 * Reads an account through a service, and through a second one that has to confirm it.
 * @param second undefined: none has to
 * @returns undefined while the two differ, because one of them lags or lies
 * @throws NodeError `chain_unavailable`
 */
export async function readAgreed(
  chain: ChainAccess,
  second: ChainAccess | undefined,
  address: Address,
): Promise<WalletState | undefined> {
  const state = await readWallet(chain, address);
  if (!second) return state;
  const other = await readWallet(second, address);
  const isAgreed =
    state.seqno === other.seqno &&
    state.balance === other.balance &&
    state.last?.lt === other.last?.lt &&
    state.last?.hash === other.last?.hash;
  return isAgreed ? { ...state, time: Math.min(state.time, other.time) } : undefined;
}
