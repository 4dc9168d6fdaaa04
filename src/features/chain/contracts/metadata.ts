import { createHash } from 'node:crypto';
import { beginCell, Cell, Dictionary, type Slice } from '@ton/core';
import { attempt } from './fields.ts';
import { readSnake, snakeCell } from './snake.ts';

const onChainLayout = 0;
const offChainLayout = 1;
const snakeFormat = 0;

const keyOf = (name: string): Buffer => createHash('sha256').update(name).digest();

/** Encodes on-chain metadata (TEP-64): a dictionary from the SHA-256 of each name to its value in snake format. */
export function onChainMetadata(fields: Readonly<Record<string, string>>): Cell {
  const entries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const [name, value] of Object.entries(fields))
    entries.set(keyOf(name), snakeCell(Buffer.concat([Buffer.of(snakeFormat), Buffer.from(value)])));
  return beginCell().storeUint(onChainLayout, 8).storeDict(entries).endCell();
}

/** Encodes off-chain metadata at a URL (TEP-64). */
export function offChainMetadata(url: string): Cell {
  return snakeCell(Buffer.concat([Buffer.of(offChainLayout), Buffer.from(url, 'ascii')]));
}

/**
 * Reads named values of untrusted on-chain metadata. It looks up only the requested names, because a few cells that
 * refer to each other can form a dictionary with more entries than fit into memory.
 * @param maxBytes limit for all values together
 * @returns undefined when it is no on-chain metadata; values that are missing, too long or not in snake format are left
 *   out
 */
export function readMetadata<Name extends string>(
  metadata: Cell,
  names: readonly Name[],
  maxBytes: number,
): Partial<Record<Name, string>> | undefined {
  return attempt(() => {
    const slice = metadata.beginParse();
    if (slice.loadUint(8) !== onChainLayout) return undefined;
    const root = slice.loadMaybeRef();
    const fields: Partial<Record<Name, string>> = {};
    let left = maxBytes;
    for (const name of names) {
      const value = root && attempt(() => lookUp(root, keyOf(name)));
      const bytes = value && readSnake(value, left + 1);
      if (!bytes || bytes[0] !== snakeFormat) continue;
      left -= bytes.length - 1;
      fields[name] = bytes.toString('utf8', 1);
    }
    return fields;
  });
}

/** Follows the one branch of a `Hashmap 256 ^Cell` that contains `key`. */
function lookUp(root: Cell, key: Buffer): Cell | undefined {
  let slice = root.beginParse();
  for (let at = 0; ; ) {
    const length = loadLabel(slice, 256 - at, (bit, offset) => bit === keyBit(key, at + offset));
    if (length === undefined) return undefined;
    at += length;
    if (at === 256) return slice.loadRef();
    const left = slice.loadRef();
    slice = (keyBit(key, at) ? slice.loadRef() : left).beginParse();
    at += 1;
  }
}

function keyBit(key: Buffer, at: number): boolean {
  return ((key.readUInt8(at >> 3) >> (7 - (at & 7))) & 1) === 1;
}

/**
 * Reads a `HmLabel` (block.tlb).
 * @returns its length, or undefined when a bit differs from the expected one
 */
function loadLabel(
  slice: Slice,
  max: number,
  matches: (bit: boolean, offset: number) => boolean,
): number | undefined {
  const lengthBits = 32 - Math.clz32(max);
  let length = 0;
  let same: boolean | undefined;
  if (!slice.loadBit()) while (slice.loadBit()) length += 1;
  else {
    if (slice.loadBit()) same = slice.loadBit();
    length = slice.loadUint(lengthBits);
  }
  if (length > max) throw new RangeError('A label longer than the key');
  for (let offset = 0; offset < length; offset++)
    if (!matches(same ?? slice.loadBit(), offset)) return undefined;
  return length;
}
