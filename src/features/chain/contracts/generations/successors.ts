import { Address, type Cell } from '@ton/core';
import { parseTonAddress, type RawAddress } from '../../../../core/ton/ton-address.ts';
import { ServicesDisagree } from '../../services-disagree.ts';
import type { ChainAccess } from '../../wallets/wallet-state.ts';
import { readMetadata } from '../metadata.ts';
import { readPlatform, type VerifiedPlatform } from './verify-platform.ts';

/** Limit of successors, which bounds the requests that a platform can cause. */
const maxSuccessors = 8;
/** Limit of an address in bytes, above all forms of addresses. */
const maxAddressBytes = 100;

/** Reason why a successor is refused. */
export type SuccessorFault = 'missing' | 'unknown_code' | 'other_owner' | 'loop' | 'too_many';

export interface Successors {
  /** Verified successors, oldest first. */
  verified: RawAddress[];
  /** The successor after these, if it was refused. */
  refused?: { address: RawAddress; fault: SuccessorFault };
}

type Reader = Pick<ChainAccess, 'getContractState'>;

/** Returns the platform that the metadata of another one names as its successor. */
export function successorIn(metadata: Cell | null): RawAddress | undefined {
  const text = metadata && readMetadata(metadata, ['successor'], maxAddressBytes)?.successor;
  return text ? parseTonAddress(text) : undefined;
}

/**
 * Follows the successors that platforms name (docs/chain.md). Each must be a platform of known code, have the owner of
 * the one before, and have been deployed by that owner or by the deployer of the one before, which its address proves.
 * @param services `second` has to confirm the responses of the first; undefined: no confirmation
 * @param platform a verified platform
 * @throws NodeError `chain_unavailable`
 */
export async function findSuccessors(
  services: { chain: Reader; second?: Reader | undefined },
  platform: RawAddress,
): Promise<Successors> {
  const verified: RawAddress[] = [];
  let current = await readAgreed(services, platform);
  while (typeof current === 'object') {
    const address = successorIn(current.metadata);
    if (address === undefined) break;
    const refused = (fault: SuccessorFault): Successors => ({ verified, refused: { address, fault } });
    if (address === platform || verified.includes(address)) return refused('loop');
    if (verified.length >= maxSuccessors) return refused('too_many');
    const next: VerifiedPlatform | 'missing' | 'unknown_code' = await readAgreed(services, address);
    if (typeof next === 'string') return refused(next);
    const isTheirs =
      next.owner === current.owner && [current.owner, current.deployer].includes(next.deployer);
    if (!isTheirs) return refused('other_owner');
    verified.push(address);
    current = next;
  }
  return { verified };
}

async function readAgreed(
  { chain, second }: { chain: Reader; second?: Reader | undefined },
  address: RawAddress,
): Promise<VerifiedPlatform | 'missing' | 'unknown_code'> {
  const found = await read(chain, address);
  if (second && !isSame(found, await read(second, address))) throw new ServicesDisagree();
  return found;
}

async function read(
  chain: Reader,
  address: RawAddress,
): Promise<VerifiedPlatform | 'missing' | 'unknown_code'> {
  const account = await chain.getContractState(Address.parseRaw(address));
  return account.state === 'active' ? (readPlatform(address, account) ?? 'unknown_code') : 'missing';
}

function isSame(a: VerifiedPlatform | string, b: VerifiedPlatform | string): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.owner === b.owner && successorIn(a.metadata) === successorIn(b.metadata);
}
