import { Address, beginCell, type Cell, contractAddress } from '@ton/core';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { codes } from './codes.ts';

/** Salt that distinguishes several platforms of one owner; a node has one. */
const platformSalt = 0;

/** Code and initial data; their hash is the address. */
export interface ContractState {
  code: Cell;
  data: Cell;
}

/**
 * Builds the initial state of the platform that `deployer` deploys and owns at first, without metadata, whose URL may
 * change.
 */
export function platformState(deployer: Address, salt = platformSalt): ContractState {
  const data = beginCell()
    .storeAddress(deployer)
    .storeUint(salt, 32)
    .storeAddress(deployer) // the owner
    .storeAddress(null) // no proposed owner
    .storeUint(0, 64) // the index of the first content
    .storeMaybeRef(null) // no metadata yet
    .storeRef(beginCell().storeRef(codes.content).storeRef(codes.licence))
    .endCell();
  return { code: codes.platform, data };
}

function itemAddress(code: Cell, collection: RawAddress, index: number): RawAddress {
  const data = beginCell().storeUint(index, 64).storeAddress(Address.parseRaw(collection)).endCell();
  return contractAddress(0, { code, data }).toRawString();
}

/** Computes the address of the platform's content with this index, even before its deployment. */
export function contentAddress(platform: RawAddress, index: number): RawAddress {
  return itemAddress(codes.content, platform, index);
}

/** Computes the address of the content's licence with this index, even before its deployment. */
export function licenceAddress(content: RawAddress, index: number): RawAddress {
  return itemAddress(codes.licence, content, index);
}
