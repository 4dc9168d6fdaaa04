import { Builder, beginCell, type Cell } from '@ton/core';

/** Number of whole bytes in a cell. */
const cellBytes = 127;

/** Encodes bytes in snake format (TEP-64): each cell is filled and refers to the next one. */
export function snakeCell(bytes: Uint8Array): Cell {
  let tail: Builder | undefined;
  for (let end = bytes.length; tail === undefined || end > 0; ) {
    const start = end === 0 ? 0 : Math.floor((end - 1) / cellBytes) * cellBytes;
    const builder: Builder = beginCell().storeBuffer(Buffer.from(bytes.subarray(start, end)));
    if (tail) builder.storeRef(tail);
    tail = builder;
    end = start;
  }
  return tail.endCell();
}

/**
 * Reads untrusted bytes in snake format.
 * @returns undefined when there are more than `maxBytes` or the cells are not a snake chain
 */
export function readSnake(first: Cell, maxBytes: number): Buffer | undefined {
  const parts: Buffer[] = [];
  let size = 0;
  // A chain of several empty cells is refused, because it only takes time.
  for (let cell: Cell | undefined = first; cell !== undefined; cell = cell.refs[0]) {
    if (cell.isExotic || cell.refs.length > 1 || cell.bits.length % 8 !== 0) return undefined;
    const part: Buffer = cell.beginParse().loadBuffer(cell.bits.length / 8);
    if (part.length === 0 && cell.refs.length > 0) return undefined;
    size += part.length;
    if (size > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
