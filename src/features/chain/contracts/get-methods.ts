import type { Cell, TupleItem, TupleReader } from '@ton/core';
import type { LicenceKind } from '../../../contract/common.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { type Prices, type Royalty, readRoyalties } from './content-params.ts';
import { attempt, kindOf, safeIndex } from './fields.ts';

/** Result of `get_nft_data` of a content or licence (TEP-62). */
export interface ItemData {
  index: number;
  collection: RawAddress;
  owner: RawAddress;
}

/** Result of `get_collection_data` of a platform or content (TEP-62). */
export interface CollectionData {
  /** Number of its items. */
  nextIndex: number;
  metadata: Cell;
  owner: RawAddress;
}

/** Result of `get_terms` of a content. */
export interface ContentTerms extends Prices {
  downloadable: boolean;
  withdrawn: boolean;
  royalties: Royalty[];
}

/** Result of `get_licence_data` of a licence. */
export interface LicenceData {
  kind: LicenceKind;
  /** Unix seconds. */
  issuedAt: number;
  /** 0 means not offered. */
  offerPrice: bigint;
}

/** Result of `get_fees` of a platform: amounts in nanograms to send besides a price. */
export interface Fees {
  register: bigint;
  purchase: bigint;
  resale: bigint;
  /** For each message of an owner that changes terms, offers a licence, or transfers it. */
  action: bigint;
}

/** @returns undefined while the item is not initialised, or for an unexpected result */
export function readItemData(stack: TupleReader): ItemData | undefined {
  return attempt(() => {
    if (!stack.readBoolean()) return undefined;
    const index = safeIndex(stack.readBigNumber());
    return { index, collection: readAddress(stack), owner: readAddress(stack) };
  });
}

/** @returns undefined for an unexpected result */
export function readCollectionData(stack: TupleReader): CollectionData | undefined {
  return attempt(() => ({
    nextIndex: safeIndex(stack.readBigNumber()),
    metadata: stack.readCell(),
    owner: readAddress(stack),
  }));
}

/** @returns undefined for an unexpected result */
export function readContentTerms(stack: TupleReader): ContentTerms | undefined {
  return attempt(() => ({
    price: stack.readBigNumber(),
    resalePrice: stack.readBigNumber(),
    allowResale: stack.readBoolean(),
    downloadable: stack.readBoolean(),
    withdrawn: stack.readBoolean(),
    royalties: royaltiesOf(stack.pop()),
  }));
}

/** @returns undefined for an unexpected result */
export function readLicenceData(stack: TupleReader): LicenceData | undefined {
  return attempt(() => ({
    kind: kindOf(stack.readNumber()),
    issuedAt: stack.readNumber(),
    offerPrice: stack.readBigNumber(),
  }));
}

/** @returns undefined for an unexpected result */
export function readFees(stack: TupleReader): Fees | undefined {
  return attempt(() => ({
    register: stack.readBigNumber(),
    purchase: stack.readBigNumber(),
    resale: stack.readBigNumber(),
    action: stack.readBigNumber(),
  }));
}

function readAddress(stack: TupleReader): RawAddress {
  return stack.readAddress().toRawString();
}

/** Reads royalties; without royalties the contract returns null, which toncenter reports as an empty list. */
function royaltiesOf(item: TupleItem): Royalty[] {
  if (item.type === 'null' || (item.type === 'tuple' && item.items.length === 0)) return [];
  if (item.type !== 'cell' && item.type !== 'slice') throw new TypeError('No dictionary');
  return readRoyalties(item.cell);
}
