import { Cell } from '@ton/core';

/** First bytes of a bag of cells; services send only this form. */
const magic = 0xb5ee9c72;

/** Reads the numbers of a bag's header one after the other. */
class HeaderReader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** @param size 1 to 6 bytes */
  next(size: number): number {
    if (size < 1 || size > 6 || this.at + size > this.#bytes.length) throw new RangeError('No bag of cells');
    const number = this.#bytes.readUIntBE(this.at, size);
    this.at += size;
    return number;
  }
}

/**
 * Returns the number of cells that the header of a bag of cells states.
 * @throws RangeError unless the header describes exactly these bytes, with one root
 */
export function cellsIn(bytes: Buffer): number {
  const header = new HeaderReader(bytes);
  const [magicRead, flags, offsetBytes] = [header.next(4), header.next(1), header.next(1)];
  const size = flags & 0b111;
  const [cells, roots, absent] = [header.next(size), header.next(size), header.next(size)];
  const dataBytes = header.next(offsetBytes);
  header.next(size); // the root
  const indexBytes = flags & 0b1000_0000 ? cells * offsetBytes : 0;
  const checksumBytes = flags & 0b0100_0000 ? 4 : 0;
  const isWhole = header.at + indexBytes + dataBytes + checksumBytes === bytes.length;
  const isOne = roots === 1 && absent === 0 && cells >= 1;
  // Each cell takes at least two bytes, so a short bag with many cells is malformed.
  if (magicRead === magic && isWhole && isOne && 2 * cells <= dataBytes) return cells;
  throw new RangeError('No bag of cells');
}

/**
 * Parses an untrusted bag of cells in a time limited by `maxCells`.
 * @throws Error when it is malformed or has more cells
 */
export function readBag(bytes: Buffer, maxCells: number): Cell {
  if (cellsIn(bytes) > maxCells) throw new RangeError('Too many cells');
  const [root] = Cell.fromBoc(bytes);
  if (!root) throw new RangeError('No bag of cells');
  return root;
}

/**
 * Returns how many cells a reader visits that follows every reference, at most `max`. A few cells that refer to each
 * other several times can form a tree too large to read.
 */
export function treeSize(root: Cell, max: number): number {
  const sizes = new Map<Cell, number>();
  const open = [root];
  for (let cell = open.at(-1); cell !== undefined; cell = open.at(-1)) {
    const below = cell.refs.filter((ref) => !sizes.has(ref));
    if (below.length > 0) {
      open.push(...below);
      continue;
    }
    open.pop();
    const size = cell.refs.reduce((sum, ref) => sum + (sizes.get(ref) ?? 0), 1);
    sizes.set(cell, Math.min(size, max));
  }
  return sizes.get(root) ?? max;
}
