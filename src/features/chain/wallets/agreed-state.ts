import type { Address } from '@ton/core';
import { ServicesDisagree } from '../services-disagree.ts';
import { type ChainAccess, readWallet, type WalletState } from './wallet-state.ts';

/** Identifies a transaction; the hash in base64. */
export interface LastTransaction {
  lt: string;
  hash: string;
}

/** A transaction of an account that all services confirm. */
export interface AgreedLast extends LastTransaction {
  /**
   * Whether it is the last one according to all services; otherwise one lags behind, or a message arrived between the
   * requests.
   */
  isNewest: boolean;
}

/** State of a wallet that all services confirm. */
export interface AgreedState extends Omit<WalletState, 'last'> {
  last: AgreedLast | null;
}

/**
 * Reads an account through a service, and through a second one that has to agree, if any.
 * @returns undefined while the two differ, because one of them lags behind or is wrong; callers repeat their work later
 * @throws NodeError `chain_unavailable`
 */
export async function readIfAgreed(
  chain: ChainAccess,
  second: ChainAccess | undefined,
  address: Address,
): Promise<AgreedState | undefined> {
  const state = await readWallet(chain, address);
  if (!second) return { ...state, last: state.last && { ...state.last, isNewest: true } };
  const other = await readWallet(second, address);
  if (state.seqno !== other.seqno || state.isDeployed !== other.isDeployed) return undefined;
  const last = await agreedLast([chain, state.last], [second, other.last], address);
  if (last === undefined) return undefined;
  const balance = state.balance < other.balance ? state.balance : other.balance;
  return { ...state, last, balance, time: Math.min(state.time, other.time) };
}

/**
 * Reads an account's last transaction through a service, and through a second one that has to agree, if any.
 * @returns null when there is none; undefined while the two differ, as `readIfAgreed`
 * @throws NodeError `chain_unavailable`
 */
export async function readLastIfAgreed(
  chain: ChainAccess,
  second: ChainAccess | undefined,
  address: Address,
): Promise<AgreedLast | null | undefined> {
  const last = await lastOf(chain, address);
  if (!second) return last && { ...last, isNewest: true };
  return agreedLast([chain, last], [second, await lastOf(second, address)], address);
}

/**
 * Reads an account through a service; a second one, if any, has to confirm whether there is a contract.
 * @throws NodeError `chain_unavailable`, ServicesDisagree
 */
export async function readAccount(
  chain: Pick<ChainAccess, 'getContractState'>,
  second: Pick<ChainAccess, 'getContractState'> | undefined,
  address: Address,
): Promise<Awaited<ReturnType<ChainAccess['getContractState']>>> {
  const account = await chain.getContractState(address);
  if (second && (await second.getContractState(address)).state !== account.state)
    throw new ServicesDisagree();
  return account;
}

type Reported = [chain: ChainAccess, last: LastTransaction | null];

/**
 * Returns the older of two transactions if the other service has it, too, because messages may arrive between the
 * requests.
 */
async function agreedLast(
  a: Reported,
  b: Reported,
  address: Address,
): Promise<AgreedLast | null | undefined> {
  const [{ 1: older }, newer] = ltOf(a) <= ltOf(b) ? [a, b] : [b, a];
  if (isSame(older, newer[1])) return older && { ...older, isNewest: true };
  return older && (await has(newer[0], address, older)) ? { ...older, isNewest: false } : undefined;
}

const ltOf = ([, last]: Reported): bigint => BigInt(last?.lt ?? 0);

const isSame = (a: LastTransaction | null, b: LastTransaction | null): boolean =>
  a?.lt === b?.lt && a?.hash === b?.hash;

async function has(chain: ChainAccess, address: Address, { lt, hash }: LastTransaction): Promise<boolean> {
  const [found] = await chain.getTransactions(address, {
    limit: 1,
    archival: true,
    inclusive: true,
    lt,
    hash,
  });
  return found !== undefined && String(found.lt) === lt && found.hash().toString('base64') === hash;
}

async function lastOf(chain: ChainAccess, address: Address): Promise<LastTransaction | null> {
  const { lastTransaction } = await chain.getContractState(address);
  // Toncenter uses zero for no transaction.
  return lastTransaction && lastTransaction.lt !== '0' ? lastTransaction : null;
}
