import { Address, Cell, contractAddress } from '@ton/core';
import type { RawAddress } from '../../../../core/ton/ton-address.ts';
import { attempt } from '../fields.ts';
import { type Generation, generationOfPlatform } from './generations.ts';

/** Code and data of an account as BoCs, from the response of an endpoint. */
export interface AccountState {
  code: Buffer | null;
  data: Buffer | null;
}

/** Limit in bytes, above the codes and 32 cells of metadata; a larger bag takes long to read. */
const maxBytes = 32 * 1024;

/** An endpoint's response about a verified platform; the current owner and metadata are not proven. */
export interface VerifiedPlatform {
  generation: Generation;
  deployer: RawAddress;
  owner: RawAddress;
  metadata: Cell | null;
}

/**
 * Verifies that an address is that of a platform of a known generation. The address commits to the code and the first
 * data, and the code never changes either, so no service can lie about it.
 * @returns undefined when the code is unknown, or the data do not belong to this address
 */
export function readPlatform(address: RawAddress, state: AccountState): VerifiedPlatform | undefined {
  const [code, cells] = [readBoc(state.code), readBoc(state.data)];
  const generation = code && generationOfPlatform(code.hash());
  const data = cells && generation?.readPlatformData(cells);
  if (!generation || !data?.codes.equals(generation.hashes.items)) return undefined;
  const { deployer, salt, owner, metadata } = data;
  const first = generation.platformState(Address.parseRaw(deployer), salt);
  if (contractAddress(0, first).toRawString() !== address) return undefined;
  return { generation, deployer, owner, metadata };
}

/** Returns the generation of a platform, verified as by `readPlatform`. */
export const verifyPlatform = (address: RawAddress, state: AccountState): Generation | undefined =>
  readPlatform(address, state)?.generation;

function readBoc(boc: Buffer | null): Cell | undefined {
  if (boc === null || boc.length > maxBytes) return undefined;
  return attempt(() => Cell.fromBoc(boc)[0]);
}
