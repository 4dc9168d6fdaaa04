import type { Address } from '@ton/core';
import type { TonClient } from '@ton/ton';
import { NodeError } from '../../../core/node-error.ts';
import { readBag } from '../cells/bag.ts';

/** The methods of the chain client that wallets use. */
export type ChainAccess = Pick<TonClient, 'getContractState' | 'getTransactions' | 'sendFile' | 'runMethod'>;

/** State of a V5R1 wallet in one response of the chain. */
export interface WalletState {
  /** nanograms */
  balance: bigint;
  isDeployed: boolean;
  /** Sequence number of its next external message. */
  seqno: number;
  /** The chain's time, in Unix seconds. */
  time: number;
  /** The last transaction, with `hash` in base64. */
  last: { lt: string; hash: string } | null;
}

/** @throws NodeError `chain_unavailable` */
export async function readWallet(chain: ChainAccess, address: Address): Promise<WalletState> {
  const { balance, state, data, timestampt, lastTransaction } = await chain.getContractState(address);
  const isDeployed = state === 'active' && data !== null;
  // Toncenter uses zero for no transaction.
  const last = lastTransaction && lastTransaction.lt !== '0' ? lastTransaction : null;
  return { balance, isDeployed, seqno: isDeployed ? seqnoIn(data) : 0, time: timestampt, last };
}

/** Limit of cells, enough for a wallet with a few hundred extensions. */
const maxWalletCells = 1024;

/** Reads the seqno after the bit for allowed signatures (wallet-contract-v5, types.tlb). */
function seqnoIn(data: Buffer): number {
  try {
    return readBag(data, maxWalletCells).beginParse().skip(1).loadUint(32);
  } catch {
    throw new NodeError('chain_unavailable', 'chain.walletAnswerInvalid');
  }
}
