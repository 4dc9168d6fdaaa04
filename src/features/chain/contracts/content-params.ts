import { beginCell, type Cell, Dictionary, type DictionaryValue, type Slice } from '@ton/core';
import { maxShares } from '../../../contract/revenue-split.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { readDictionary } from './cells/dictionary.ts';
import { loadRawAddress, storeRawAddress } from './fields.ts';

/** Prices of a content in nanograms; 0 is free. */
export interface Prices {
  price: bigint;
  resalePrice: bigint;
  allowResale: boolean;
}

/** A part of every sale and royalty. */
export interface Royalty {
  to: RawAddress;
  /** Share in parts of 10,000. */
  share: number;
}

/** Parameters of a registration. */
export interface ContentParams extends Prices {
  downloadable: boolean;
  /** At most 10 entries with a total of at most 10,000. */
  royalties: Royalty[];
  /** TEP-64, see content-metadata.ts. */
  metadata: Cell;
}

const loadRoyalty = (slice: Slice): Royalty => ({ share: slice.loadUint(16), to: loadRawAddress(slice) });

const royaltyValue: DictionaryValue<Royalty> = {
  serialize: ({ to, share }, builder) => builder.storeUint(share, 16).store(storeRawAddress(to)),
  parse: loadRoyalty,
};

/**
 * Reads an untrusted dictionary of shares.
 * @throws Error when it is malformed, has more than 10 entries or contains an exotic cell
 */
export function readRoyalties(root: Cell | null): Royalty[] {
  return readDictionary(root, 8, maxShares, loadRoyalty);
}

/** Writes `ContentParams` (scheme.tlb). */
export function contentParamsCell(params: ContentParams): Cell {
  const shares = Dictionary.empty(Dictionary.Keys.Uint(8), royaltyValue);
  for (const [index, share] of params.royalties.entries()) shares.set(index, share);
  return beginCell()
    .storeCoins(params.price)
    .storeCoins(params.resalePrice)
    .storeBit(params.allowResale)
    .storeBit(params.downloadable)
    .storeDict(shares)
    .storeRef(params.metadata)
    .endCell();
}

/**
 * Reads `ContentParams`.
 * @throws when it is malformed
 */
export function loadContentParams(slice: Slice): ContentParams {
  return {
    price: slice.loadCoins(),
    resalePrice: slice.loadCoins(),
    allowResale: slice.loadBit(),
    downloadable: slice.loadBit(),
    royalties: readRoyalties(slice.loadMaybeRef()),
    metadata: slice.loadRef(),
  };
}
