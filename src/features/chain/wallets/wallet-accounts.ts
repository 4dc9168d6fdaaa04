import { Address } from '@ton/core';
import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { cellsIn, readBag } from '../cells/bag.ts';
import { ServicesDisagree } from '../services-disagree.ts';
import type { ChainAccess } from './wallet-state.ts';

/** State of an account; code and data are BoCs. */
type Account =
  | { state: 'active'; code: Buffer; data: Buffer }
  | { state: 'uninitialised' }
  | { state: 'frozen' };

type Reader = Pick<ChainAccess, 'getContractState' | 'runMethod'>;

/**
 * Limit of the cells of code or data, enough for a wallet with thousands of extensions; more would take seconds to
 * parse.
 */
const maxCells = 16_384;

/**
 * Creates the access to wallets for checking proofs. Its methods throw NodeError `chain_unavailable`.
 * @param second another service that has to agree, because an older key may be stolen; undefined: no confirmation
 */
export const createWalletAccounts = (chain: Reader, second?: Reader | undefined) => ({
  async accountOf(address: RawAddress): Promise<Account> {
    const account = await accountIn(chain, address);
    if (second && !isSame(account, await accountIn(second, address))) throw new ServicesDisagree();
    return account;
  },
  /** Returns the first result of a get-method without parameters; undefined when there is no such method. */
  async numberOf(address: RawAddress, method: string): Promise<bigint | undefined> {
    const number = await numberIn(chain, address, method);
    if (second && number !== (await numberIn(second, address, method))) throw new ServicesDisagree();
    return number;
  },
});

async function accountIn(chain: Reader, address: RawAddress): Promise<Account> {
  const { state, code, data } = await chain.getContractState(Address.parseRaw(address));
  if (state === 'frozen') return { state };
  if (state === 'uninitialized') return { state: 'uninitialised' };
  if (!code || !data) throw invalidResponse();
  requireShort(code);
  requireShort(data);
  return { state, code, data };
}

async function numberIn(chain: Reader, address: RawAddress, method: string): Promise<bigint | undefined> {
  try {
    return (await chain.runMethod(Address.parseRaw(address), method)).stack.readBigNumber();
  } catch (error) {
    if (error instanceof NodeError) throw error;
    return undefined;
  }
}

/** Refuses a bag of cells that is malformed or too long. @throws NodeError `chain_unavailable` */
function requireShort(boc: Buffer): void {
  try {
    if (cellsIn(boc) <= maxCells) return;
  } catch {
    // Refused below.
  }
  throw invalidResponse();
}

function isSame(a: Account, b: Account): boolean {
  if (a.state !== 'active' || b.state !== 'active') return a.state === b.state;
  return isSameBag(a.code, b.code) && isSameBag(a.data, b.data);
}

/** Compares bags of cells by their root cells, because services may serialise the same cells differently. */
function isSameBag(a: Buffer, b: Buffer): boolean {
  try {
    return a.equals(b) || readBag(a, maxCells).equals(readBag(b, maxCells));
  } catch {
    throw invalidResponse();
  }
}

const invalidResponse = () => new NodeError('chain_unavailable', 'chain.walletAnswerInvalid');
