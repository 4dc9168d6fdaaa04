import { Address } from '@ton/core';
import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { ChainAccess } from './wallet-state.ts';

/** State of an account; code and data are BoCs. */
type Account =
  | { state: 'active'; code: Buffer; data: Buffer }
  | { state: 'uninitialised' }
  | { state: 'frozen' };

/** Creates the access to wallets by which proofs are checked; its methods throw NodeError `chain_unavailable`. */
export const createWalletAccounts = (chain: Pick<ChainAccess, 'getContractState' | 'runMethod'>) => ({
  async accountOf(address: RawAddress): Promise<Account> {
    const { state, code, data } = await chain.getContractState(Address.parseRaw(address));
    if (state === 'frozen') return { state };
    if (state === 'uninitialized') return { state: 'uninitialised' };
    if (!code || !data) throw new NodeError('chain_unavailable', 'chain.walletAnswerInvalid');
    return { state, code, data };
  },
  /** Returns the number that a get-method without parameters returns first; undefined when there is no such method. */
  async numberOf(address: RawAddress, method: string): Promise<bigint | undefined> {
    try {
      return (await chain.runMethod(Address.parseRaw(address), method)).stack.readBigNumber();
    } catch (error) {
      if (error instanceof NodeError) throw error;
      return undefined;
    }
  },
});
