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

/** Identifies a transaction; the hash in base64. */
export interface LastTransaction {
  lt: string;
  hash: string;
}

/**
 * Reads an account's last transaction through a service, and through a second one that has to confirm it.
 * @param second undefined: none has to
 * @returns null when there is none; undefined while the two differ, because one of them lags or lies
 * @throws NodeError `chain_unavailable`
 */
export async function readAgreedLast(
  chain: ChainAccess,
  second: ChainAccess | undefined,
  address: Address,
): Promise<LastTransaction | null | undefined> {
  const last = await lastOf(chain, address);
  if (!second) return last;
  const other = await lastOf(second, address);
  return last?.lt === other?.lt && last?.hash === other?.hash ? last : undefined;
}

async function lastOf(chain: ChainAccess, address: Address): Promise<LastTransaction | null> {
  const { lastTransaction } = await chain.getContractState(address);
  // Toncenter uses zero for no transaction.
  return lastTransaction && lastTransaction.lt !== '0' ? lastTransaction : null;
}
