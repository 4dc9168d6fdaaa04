import { Address, type Builder, type Cell, type Slice } from '@ton/core';
import type { LicenceKind } from '../../../contract/common.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';

/** The kinds of licence, ordered by their numbers. */
const kinds: readonly LicenceKind[] = ['listen', 'resale'];

export function storeKind(kind: LicenceKind): (builder: Builder) => void {
  return (builder) => builder.storeUint(kinds.indexOf(kind), 8);
}

export function storeRawAddress(address: RawAddress | null): (builder: Builder) => void {
  return (builder) => builder.storeAddress(address === null ? null : Address.parseRaw(address));
}

/** @throws when it is an unknown kind */
export function loadKind(slice: Slice): LicenceKind {
  return kindOf(slice.loadUint(8));
}

/** @throws when it is an unknown kind */
export function kindOf(number: number): LicenceKind {
  const kind = kinds[number];
  if (kind === undefined) throw new RangeError('No kind of licence');
  return kind;
}

/** @throws when there is no address, or one that no contract of TON has */
export function loadRawAddress(slice: Slice): RawAddress {
  return slice.loadAddress().toRawString();
}

/**
 * Reads the index of an item.
 * @throws when it is larger than any index that the contracts assign
 */
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
 * Reads an untrusted cell completely.
 * @returns undefined when it does not match `read` or contains more data
 */
export function readCell<T>(cell: Cell, read: (slice: Slice) => T): T | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    const value = read(slice);
    slice.endParse();
    return value;
  });
}

/** @returns undefined when `read` throws, as the readers of @ton/core do on malformed data */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
