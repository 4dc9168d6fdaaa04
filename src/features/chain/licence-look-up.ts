import { Address, type TupleReader } from '@ton/core';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import { readItemData } from './contracts/get-methods.ts';
import { licenceAddress } from './contracts/state-inits.ts';
import type { ChainAccess } from './wallets/wallet-state.ts';

type Reader = Pick<ChainAccess, 'runMethod'>;

/**
 * Reads the owner of a licence from its contract, while the index lags behind. The address is computed from that of the
 * content, so no other contract can pretend to be a licence.
 * @param chain with the second service that has to agree, if any
 * @returns undefined when the content has no such licence, or the services differ
 * @throws NodeError `chain_unavailable`
 */
export async function lookUpLicenceOwner(
  { chain, second }: { chain: Reader; second?: Reader | undefined },
  content: RawAddress,
  licence: RawAddress,
): Promise<RawAddress | undefined> {
  const owner = await ownerOf(chain, content, licence);
  if (owner === undefined || !second) return owner;
  return (await ownerOf(second, content, licence)) === owner ? owner : undefined;
}

async function ownerOf(
  chain: Reader,
  content: RawAddress,
  licence: RawAddress,
): Promise<RawAddress | undefined> {
  const stack = await itemDataOf(chain, licence);
  const item = stack && readItemData(stack);
  const isOfContent =
    item !== undefined && item.collection === content && licenceAddress(content, item.index) === licence;
  return isOfContent ? item.owner : undefined;
}

async function itemDataOf(chain: Reader, licence: RawAddress): Promise<TupleReader | undefined> {
  try {
    return (await chain.runMethod(Address.parseRaw(licence), 'get_nft_data')).stack;
  } catch (error) {
    if (error instanceof NodeError) throw error;
    // There is no contract, or it has no such method.
    return undefined;
  }
}
