import { Address, type Builder, type Cell, type Slice } from '@ton/core';
import type { RawAddress } from '../../../core/ton/ton-address.ts';

/** The two kinds of licence, in the order of their numbers. */
const kinds = ['listen', 'resale'] as const;
export type LicenceKind = (typeof kinds)[number];

export function storeKind(kind: LicenceKind): (builder: Builder) => void {
  return (builder) => builder.storeUint(kinds.indexOf(kind), 8);
}

export function storeRawAddress(address: RawAddress | null): (builder: Builder) => void {
  return (builder) => builder.storeAddress(address === null ? null : Address.parseRaw(address));
}

/** @throws when it is none of the two */
export function loadKind(slice: Slice): LicenceKind {
  return kindOf(slice.loadUint(8));
}

/** @throws when it is none of the two */
export function kindOf(number: number): LicenceKind {
  const kind = kinds[number];
  if (kind === undefined) throw new RangeError('No kind of licence');
  return kind;
}

/** @throws when there is none, or one that no contract of TON has */
export function loadRawAddress(slice: Slice): RawAddress {
  return slice.loadAddress().toRawString();
}

/** The index of an item. @throws when it is larger than any that the contracts ever count to */
export function loadIndex(slice: Slice): number {
  return safeIndex(slice.loadUintBig(64));
}

/** @throws when it is not a safe integer */
export function safeIndex(index: bigint): number {
  const number = Number(index);
  if (number < 0 || !Number.isSafeInteger(number)) throw new RangeError('No index');
  return number;
}

/**
 * Reads all of a cell that anybody may have written.
 * @returns undefined when it is not what `read` expects, or goes on after it
 */
export function readCell<T>(cell: Cell, read: (slice: Slice) => T): T | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    const value = read(slice);
    slice.endParse();
    return value;
  });
}

/** @returns undefined when `read` throws, as the readers of @ton/core do on anything that is not as it should be */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
