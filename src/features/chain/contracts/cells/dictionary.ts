import type { Cell, Slice } from '@ton/core';

/**
 * Reads all entries of an untrusted dictionary (`HashmapE`), in the order of their keys. Unlike the reader of @ton/core
 * it refuses library cells, which that one skips, and dictionaries that would take long to read.
 * @param readValue reads the whole value
 * @throws RangeError when it has more than `maxEntries` entries, is malformed, or contains an exotic cell
 */
export function readDictionary<T>(
  root: Cell | null,
  keyBits: number,
  maxEntries: number,
  readValue: (slice: Slice) => T,
): T[] {
  const values: T[] = [];
  const open = root === null ? [] : [{ cell: root, left: keyBits }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const slice = beginNode(next.cell);
    const left = next.left - loadLabel(slice, next.left, () => true);
    if (left === 0) {
      if (values.length === maxEntries) throw new RangeError('Too many entries');
      values.push(readValue(slice));
    } else {
      const [zero, one] = [slice.loadRef(), slice.loadRef()];
      // Each branch has an entry.
      if (open.length + values.length + 2 > maxEntries) throw new RangeError('Too many entries');
      open.push({ cell: one, left: left - 1 }, { cell: zero, left: left - 1 });
    }
    slice.endParse();
  }
  return values;
}

/**
 * Follows the one branch of an untrusted dictionary that contains `key`.
 * @returns the value's slice, or undefined when there is no such entry
 * @throws RangeError when that branch is malformed or contains an exotic cell
 */
export function findInDictionary(root: Cell, key: Buffer): Slice | undefined {
  const keyBits = 8 * key.length;
  let slice = beginNode(root);
  for (let at = 0; ; at += 1) {
    const start = at;
    let isSame = true;
    at += loadLabel(slice, keyBits - at, (bit, offset) => {
      isSame &&= bit === keyBit(key, start + offset);
      return isSame;
    });
    if (!isSame) return undefined;
    if (at === keyBits) return slice;
    const left = slice.loadRef();
    slice = beginNode(keyBit(key, at) ? slice.loadRef() : left);
  }
}

/** Refuses exotic cells, whether or not @ton/core does. */
function beginNode(cell: Cell): Slice {
  if (cell.isExotic) throw new RangeError('An exotic cell');
  return cell.beginParse();
}

function keyBit(key: Buffer, at: number): boolean {
  return ((key.readUInt8(at >> 3) >> (7 - (at & 7))) & 1) === 1;
}

/**
 * Reads a `HmLabel` (block.tlb) up to the first bit that `continues` refuses.
 * @returns its length
 * @throws RangeError when it is longer than `max`
 */
function loadLabel(slice: Slice, max: number, continues: (bit: boolean, offset: number) => boolean): number {
  const lengthBits = 32 - Math.clz32(max);
  let length = 0;
  let same: boolean | undefined;
  if (!slice.loadBit()) while (slice.loadBit()) length += 1;
  else {
    if (slice.loadBit()) same = slice.loadBit();
    length = slice.loadUint(lengthBits);
  }
  if (length > max) throw new RangeError('A label longer than the key');
  for (let offset = 0; offset < length; offset++) if (!continues(same ?? slice.loadBit(), offset)) break;
  return length;
}
