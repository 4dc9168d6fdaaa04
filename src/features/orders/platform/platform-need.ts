import { Address } from '@ton/core';
import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { ChainAccess, OwnWallet } from '../../chain/index.ts';
import { readAccount, readCollectionData, successorIn } from '../../chain/runtime.ts';
import { platformMetadataCell } from '../drafts/platform-drafts.ts';
import type { PlatformMetadata } from './platform-texts.ts';

/** What a node's own platform still lacks. */
export type PlatformNeed = 'deployment' | 'metadata' | 'nothing';

interface PlatformServices {
  chain: Pick<ChainAccess, 'getContractState' | 'runMethod'>;
  /** Another service that confirms whether the platform exists; undefined: no confirmation. */
  second: Pick<ChainAccess, 'getContractState'> | undefined;
}

/**
 * Returns what a node's own platform still lacks.
 * @param wallet the fee wallet
 * @throws NodeError `chain_unavailable`; `precondition_failed` for texts that are too long
 */
export async function platformNeed(
  { chain, second }: PlatformServices,
  platform: RawAddress,
  wallet: OwnWallet,
  metadata: PlatformMetadata,
): Promise<PlatformNeed> {
  const address = Address.parseRaw(platform);
  const wanted = platformMetadataCell(metadata).hash();
  const { state } = await readAccount(chain, second, address);
  if (state !== 'active') return 'deployment';
  const found = readCollectionData((await chain.runMethod(address, 'get_collection_data')).stack);
  if (!found) throw new NodeError('chain_unavailable', 'orders.chainNotReached');
  // Another owner decides on the metadata, and new metadata would remove the name of a successor.
  const isOurs = found.owner === wallet.raw && successorIn(found.metadata) === undefined;
  return isOurs && !found.metadata.hash().equals(wanted) ? 'metadata' : 'nothing';
}
