import { Builder, beginCell, type Cell } from '@ton/core';

/** Whole bytes that a cell holds. */
const cellBytes = 127;

/** Bytes in snake format (TEP-64): as many as fit into a cell, the rest in its only reference. */
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
 * Reads bytes in snake format that anybody may have written.
 * @returns undefined when there are more than `maxBytes`, or the cells are no such chain
 */
export function readSnake(first: Cell, maxBytes: number): Buffer | undefined {
  const parts: Buffer[] = [];
  let size = 0;
  // Empty cells carry nothing: there may be one, not a long chain of them.
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
