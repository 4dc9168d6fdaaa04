import { setTimeout as pause } from 'node:timers/promises';
import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { invalidProof } from './invalid-proof.ts';
import { type InitialKey, keyOfAccount, keyOfStateInit, type WalletKey } from './wallet-code.ts';

/** State of an account; code and data are BoCs. */
export type WalletAccount =
  | { state: 'active'; code: Buffer; data: Buffer }
  | { state: 'uninitialised' }
  | { state: 'frozen' };

/** Access to the wallets of the followed chain. Both throw NodeError `chain_unavailable`. */
export interface WalletChain {
  accountOf(address: RawAddress): Promise<WalletAccount>;
  /** Returns the first result of a get-method without parameters; undefined when there is no such method. */
  numberOf(address: RawAddress, method: string): Promise<bigint | undefined>;
}

/** Time to wait for the chain when the key is known without it. */
const waitMs = 3000;

export interface KeySources {
  /** Base64 of the BoC, as the wallet sent it. */
  stateInit: string | undefined;
  /** Whether the wallet named its network. */
  namesNetwork: boolean;
  /** The followed chain; undefined when the node follows none. */
  chain: WalletChain | undefined;
}

/**
 * Finds the key whose signature proves the ownership of a wallet. Only code of a known version fixes the key; otherwise
 * the node asks the chain for the current one, because an older key may be stolen.
 * @throws NodeError `invalid_ton_proof` with the reason, `chain_unavailable`
 */
export async function findWalletKey(
  address: RawAddress,
  { stateInit, namesNetwork, chain }: KeySources,
): Promise<WalletKey> {
  const first = stateInit === undefined ? undefined : await keyOfStateInit(stateInit, address);
  if (first === 'not_this_wallet') throw invalidProof('auth.proofStateInit');
  const known = first === 'unknown_code' ? undefined : first;
  if (known && !known.canChange) {
    if (chain && known.canRefuseSignatures) await requireSignaturesAccepted(address, chain);
    return known;
  }
  if (!chain)
    throw invalidProof(stateInit === undefined ? 'auth.proofNeedsStateInit' : 'auth.proofNeedsChain');
  // The signed bytes name no network, but the key was read from one network.
  if (!namesNetwork) throw invalidProof('auth.proofNeedsNetwork');
  return keyOnChain(address, known, chain);
}

async function keyOnChain(
  address: RawAddress,
  first: InitialKey | undefined,
  chain: WalletChain,
): Promise<WalletKey> {
  const account = await chain.accountOf(address);
  if (account.state === 'frozen') throw invalidProof('auth.proofFrozen');
  if (account.state === 'uninitialised') {
    if (first) return first;
    throw invalidProof('auth.proofNoWallet');
  }
  const current = await keyOfAccount(account);
  if (current?.acceptsSignatures === false) throw invalidProof('auth.proofSignaturesOff');
  if (current) return current;
  const key = await chain.numberOf(address, 'get_public_key');
  if (key !== undefined) return { version: first?.version ?? 'other', publicKey: keyOfNumber(key) };
  const isMultisig = (await chain.numberOf(address, 'get_multisig_data')) !== undefined;
  throw invalidProof(isMultisig ? 'auth.proofMultisig' : 'auth.proofNoKey');
}

/** Refuses a wallet that accepts no signatures, if the chain responds; the key is known without the chain. */
async function requireSignaturesAccepted(address: RawAddress, chain: WalletChain): Promise<void> {
  const account = await inTime(chain.accountOf(address));
  if (account?.state !== 'active') return;
  const current = await keyOfAccount(account);
  if (current?.acceptsSignatures === false) throw invalidProof('auth.proofSignaturesOff');
}

/** Returns the account, or undefined when the chain does not respond in time. */
async function inTime(account: Promise<WalletAccount>): Promise<WalletAccount | undefined> {
  const done = new AbortController();
  try {
    return await Promise.race([account, pause(waitMs, undefined, { signal: done.signal })]);
  } catch (error) {
    if (error instanceof NodeError && error.code === 'chain_unavailable') return undefined;
    throw error;
  } finally {
    done.abort();
    // An unhandled error after the time limit would end the process.
    account.catch(() => {});
  }
}

const maxKey = 2n ** 256n;

function keyOfNumber(key: bigint): Buffer {
  if (key <= 0n || key >= maxKey) throw invalidProof('auth.proofNoKey');
  return Buffer.from(key.toString(16).padStart(64, '0'), 'hex');
}
