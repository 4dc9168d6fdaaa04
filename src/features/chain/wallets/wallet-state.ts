import { type Address, Cell } from '@ton/core';
import type { TonClient } from '@ton/ton';
import { NodeError } from '../../../core/node-error.ts';

/** What is used of the one way to the chain. */
export type ChainAccess = Pick<TonClient, 'getContractState' | 'getTransactions' | 'sendFile' | 'runMethod'>;

/** A V5R1 wallet as one answer of the chain shows it. */
export interface WalletState {
  /** nanoTON */
  balance: bigint;
  isDeployed: boolean;
  /** The turn that its next external message has to name. */
  seqno: number;
  /** The chain's time, in Unix seconds. */
  time: number;
  /** The last transaction, `hash` in base64. */
  last: { lt: string; hash: string } | null;
}

/** @throws NodeError `chain_unavailable` */
export async function readWallet(chain: ChainAccess, address: Address): Promise<WalletState> {
  const { balance, state, data, timestampt, lastTransaction } = await chain.getContractState(address);
  const isDeployed = state === 'active' && data !== null;
  // Toncenter names no transaction by a zero.
  const last = lastTransaction && lastTransaction.lt !== '0' ? lastTransaction : null;
  return { balance, isDeployed, seqno: isDeployed ? seqnoIn(data) : 0, time: timestampt, last };
}

/** Behind the bit that says whether signatures count (wallet-contract-v5, types.tlb). */
function seqnoIn(data: Buffer): number {
  try {
    return Cell.fromBoc(data)[0]?.beginParse().skip(1).loadUint(32) ?? 0;
  } catch {
    throw new NodeError('chain_unavailable', 'What the chain’s service says of the wallet makes no sense.');
  }
}
